package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.thread.RangeTask;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a {@link Gemm} as parallel tasks. Blocks with the same columns are neighbours, so
 * that a thread seldom packs B twice.
 */
final class GemmTask implements RangeTask {

  private final Gemm gemm;
  private final GemmMacroKernel blocks;
  private final int height;
  private final int width;
  private final @Nullable EpilogueRun epilogue;

  /** Working memory of the thread, once it has run a task. */
  private GemmMacroKernel.@Nullable Worker worker;

  /**
   * The tasks of a product.
   *
   * @param height rows of a block
   * @param width columns of a block
   * @param epilogue runs on each block once it is complete, or {@code null}
   */
  GemmTask(
      Gemm gemm, GemmMacroKernel blocks, int height, int width, @Nullable EpilogueRun epilogue) {
    this.gemm = gemm;
    this.blocks = blocks;
    this.height = height;
    this.width = width;
    this.epilogue = epilogue;
  }

  private int down() {
    return (gemm.rows() - 1) / height + 1;
  }

  /** {@return the number of tasks} */
  int count() {
    return down() * ((gemm.columns() - 1) / width + 1);
  }

  @Override
  public RangeTask open() {
    return new GemmTask(gemm, blocks, height, width, epilogue);
  }

  @Override
  public void run(int from, int to) {
    var mine = worker == null ? blocks.open() : worker;
    worker = mine;
    for (int task = from; task < to; task++) {
      int row = task % down() * height;
      int column = task / down() * width;
      var block =
          new Gemm.Block(
              row,
              Math.min(row + height, gemm.rows()),
              column,
              Math.min(column + width, gemm.columns()));
      mine.run(block);
      gemm.finish(epilogue, block);
    }
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
  }
}
