package io.cambric.numpy.option;

/** How {@code Image.resize} finds a value between pixels. */
public enum ResizeMethod {
  /** The pixel whose area it is in. */
  NEAREST(0),
  /** Linear in each axis; with antialiasing a triangle as wide as an output pixel. */
  LINEAR(1),
  /** Keys' cubic kernel with A = -0.5. */
  CUBIC(2),
  /** Lanczos' kernel of radius 3. */
  LANCZOS3(3),
  /** Lanczos' kernel of radius 5. */
  LANCZOS5(5);

  private final int radius;

  ResizeMethod(int radius) {
    this.radius = radius;
  }

  /** {@return the distance from which on pixels have no weight, in pixels} */
  public int radius() {
    return radius;
  }
}
