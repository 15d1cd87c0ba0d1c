// The camera's picture, one at a time and only when asked for.

const image = document.getElementById("picture");
document.getElementById("look")?.addEventListener("click", () => {
  image.hidden = false;
  image.src = `/api/v1/picture.jpg?at=${Date.now()}`;
});
