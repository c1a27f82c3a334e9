package io.cambric.kernels.simd;

import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.RangeTask;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a product as tasks. Those with the same columns follow one another, so that a
 * thread seldom packs the right factor twice.
 */
final class GemmTask implements RangeTask {

  private final Gemm product;
  private final GemmMacroKernel blocks;
  private final int height;
  private final int width;
  private final @Nullable EpilogueRun epilogue;

  /** What the thread has, once it has a task. */
  private GemmMacroKernel.@Nullable Worker worker;

  /**
   * Tasks of a product.
   *
   * @param height rows of a block
   * @param width columns of a block
   * @param epilogue what is run on each block once it is there, or {@code null}
   */
  GemmTask(
      Gemm product, GemmMacroKernel blocks, int height, int width, @Nullable EpilogueRun epilogue) {
    this.product = product;
    this.blocks = blocks;
    this.height = height;
    this.width = width;
    this.epilogue = epilogue;
  }

  private int down() {
    return (product.rows() - 1) / height + 1;
  }

  /** {@return the number of tasks} */
  int count() {
    return down() * ((product.columns() - 1) / width + 1);
  }

  @Override
  public RangeTask open() {
    return new GemmTask(product, blocks, height, width, epilogue);
  }

  @Override
  public void run(int from, int to) {
    var mine = worker == null ? blocks.open() : worker;
    worker = mine;
    for (int task = from; task < to; task++) {
      int row = task % down() * height;
      int column = task / down() * width;
      int rowEnd = Math.min(row + height, product.rows());
      int columnEnd = Math.min(column + width, product.columns());
      mine.run(row, rowEnd, column, columnEnd);
      product.finish(epilogue, row, rowEnd, column, columnEnd);
    }
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
  }
}
