package io.cambric.kernels.simd;

/**
 * The whole right factor of a {@link Gemm} in packed panels, which may serve for several products:
 * those of a block of depths follow those of the block before.
 *
 * @param data where they lie
 * @param start where they begin
 */
record PackedPanels(float[] data, int start) {

  /** {@return how many elements the panels of a product have} */
  static int length(Gemm product) {
    return OperandB.across(product.columns(), product.panelWidth()) * product.kSize();
  }

  /** Packs the right factor of a product. */
  void pack(Gemm product) {
    var right = new OperandB(product, false);
    right.packAll(product.kBlocks(), 0, product.columns(), data, start);
  }

  /** {@return where the panels of a block of depths begin, from a column on} */
  int at(Gemm product, Gemm.KBlock kBlock, int column) {
    int across = OperandB.across(product.columns(), product.panelWidth());
    return start + product.first(kBlock) * across + column * kBlock.count();
  }
}
