package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.micro.Rows;

/** The accumulators of a {@link KernelGradient}, in the layout that its products need. */
interface GradientSums {

  /** {@return the number of floats that hold the sums} */
  int size();

  /**
   * {@return an estimate of {@link #size} from the shapes alone}
   *
   * <p>Decisions that affect rounding use it, since results must not depend on the machine.
   */
  int counted();

  /** {@return the last element of A that is read for a k, relative to its offset} */
  int aReach();

  /** {@return the last element of B that is read for a k, relative to its offset} */
  int bReach();

  /**
   * Adds the products of some images.
   *
   * @param kSize products of a sum: the used entries of the offset tables
   * @param at start of the sums
   */
  void add(Rows a, Rows b, int kSize, float[] sums, int at);

  /** Writes the sums to their positions in the result. */
  void store(float[] sums, float[] out);
}
