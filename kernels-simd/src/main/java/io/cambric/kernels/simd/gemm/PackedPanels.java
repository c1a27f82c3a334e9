package io.cambric.kernels.simd.gemm;

/**
 * The whole operand B of a {@link Gemm} in packed panels, which several products can share. The
 * panels of a block of k follow those of the block before.
 *
 * @param data the panels
 * @param start the first panel
 */
record PackedPanels(float[] data, int start) {

  /** {@return the elements of the panels of a product} */
  static int length(Gemm gemm) {
    return OperandB.across(gemm.columns(), gemm.panelWidth()) * gemm.kSize();
  }

  /** Packs operand B of a product. */
  void pack(Gemm gemm) {
    var b = new OperandB(gemm, false);
    b.packAll(gemm.kBlocks(), 0, gemm.columns(), data, start);
  }

  /** {@return the start of the panels of a block of k, from a column on} */
  int at(Gemm gemm, Gemm.KBlock kBlock, int column) {
    int across = OperandB.across(gemm.columns(), gemm.panelWidth());
    return start + gemm.first(kBlock) * across + column * kBlock.count();
  }
}
