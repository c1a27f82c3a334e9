package io.cambric.kernel.block;

import io.cambric.kernel.Epilogue;

/**
 * The executable form of an epilogue, for tiles of a result. Thread-safe: each thread opens a part.
 */
public final class EpilogueRun {

  private final BlockOps ops;
  private final Epilogue epilogue;
  private final LoopPlan plan;
  private final int first;

  /**
   * Prepares an epilogue.
   *
   * @param first offset of the result in its buffer
   */
  public EpilogueRun(BlockOps ops, Epilogue epilogue, int first) {
    this.ops = ops;
    this.epilogue = epilogue;
    this.first = first;
    plan =
        LoopProgram.of(epilogue.body())
            .planOfParts(epilogue.dims(), epilogue.inputs(), epilogue.outputs());
  }

  /** {@return a runner for one thread} */
  public Part open() {
    return new Part();
  }

  /** Runs the epilogue on tiles; used by one thread, which closes it. */
  public final class Part implements AutoCloseable {

    private final LoopPlan.Blocks blocks = plan.open(ops, epilogue.inputs(), epilogue.outputs());

    private Part() {}

    /** Runs the epilogue on the elements of the result in a range of positions of its buffer. */
    public void run(int from, int to) {
      var runner = blocks.runner();
      for (int at = from; at < to; at += Block.SIZE) {
        runner.run(at - first, Math.min(Block.SIZE, to - at));
      }
    }

    @Override
    public void close() {
      blocks.close();
    }
  }
}
