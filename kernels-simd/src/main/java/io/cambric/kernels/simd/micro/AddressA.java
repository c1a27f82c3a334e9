package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;

/**
 * Addressing of operand A in a micro-kernel: the position of element (i, k). The loops over tiles
 * and over k follow from it.
 */
public sealed interface AddressA permits PackedA, UnpackedA {

  /** Rows of a packed micro-panel. */
  int PANEL_ROWS = 8;

  /** Values of k in a warm-up run. */
  int DEPTH = WarmUp.LOOPS;

  /** {@return the parameters, A first} */
  List<Parameter> parameters(TileShape tile);

  /** {@return the loop over tiles} */
  CountedLoop tiles(TileShape tile);

  /** {@return the loop over k, or the loops over runs of k and over each run} */
  List<CountedLoop> depth(TileShape tile);

  /** Computes the positions at which a tile begins. */
  default void beginTile(KernelCode code, TileShape tile) {}

  /** Computes positions in the outer loop over k. */
  default void beginEntry(KernelCode code, TileShape tile) {}

  /**
   * Loads the position of an element.
   *
   * @param k among the unrolled values of k
   */
  void element(KernelCode code, int row, int k);

  /** Advances positions to the next iteration over k. */
  default void advance(KernelCode code, TileShape tile) {}

  /** Adds the number of a tile's first row, among the rows of a call, to the int on the stack. */
  default void addFirstRow(KernelCode code, TileShape tile) {}

  /** Adds the number of a tile's first column, among the columns of a call. */
  default void addFirstColumn(KernelCode code) {}
}
