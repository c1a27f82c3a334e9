package io.cambric.numpy.option;

/** The interpolation between pixels in {@code Image.resize}. */
public enum ResizeMethod {
  /** The value of the pixel that contains the point. */
  NEAREST(0),
  /** Linear along each axis; with antialiasing, a triangle as wide as an output pixel. */
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

  /** {@return the distance, in pixels, beyond which pixels have no weight} */
  public int radius() {
    return radius;
  }
}
