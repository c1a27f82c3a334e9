package io.cambric.kernels.simd;

/** The sums of a {@link KernelGradient}, as they lie while they grow. */
interface ImageSums {

  /** {@return how many numbers hold the sums} */
  int size();

  /**
   * {@return about how many numbers hold the sums, from the shapes alone: what choices count with,
   * as results must not depend on the machine}
   */
  int counted();

  /** {@return the furthest element of the left factor that is read at a depth} */
  int leftReach();

  /** {@return the furthest element of the right factor that is read at a depth} */
  int rightReach();

  /**
   * Adds the products of some images.
   *
   * @param left where the left factor of the images begins
   * @param right where the right factor of the images begins
   * @param kSize products a sum: so many of the first entries of the tables of positions
   * @param at where the sums begin
   */
  void add(float[] a, int left, float[] b, int right, int kSize, float[] sums, int at);

  /** Writes the sums where the results lie. */
  void store(float[] sums, float[] out);
}
