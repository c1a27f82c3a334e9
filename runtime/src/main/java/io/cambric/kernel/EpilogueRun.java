package io.cambric.kernel;

/** An epilogue made ready to run on parts of a result, by many threads. */
public final class EpilogueRun {

  private final BlockOps ops;
  private final Epilogue epilogue;
  private final LoopPlan plan;
  private final int first;

  /**
   * Makes an epilogue ready.
   *
   * @param first where the result begins in its buffer
   */
  EpilogueRun(BlockOps ops, Epilogue epilogue, int first) {
    this.ops = ops;
    this.epilogue = epilogue;
    this.first = first;
    plan =
        LoopProgram.of(epilogue.body())
            .planOfParts(epilogue.dims(), epilogue.inputs(), epilogue.outputs());
  }

  /** {@return what runs parts of it in one thread} */
  public Part open() {
    return new Part();
  }

  /** Runs parts; used by one thread, which closes it. */
  public final class Part implements AutoCloseable {

    private final LoopPlan.Blocks blocks = plan.open(ops, epilogue.inputs(), epilogue.outputs());

    private Part() {}

    /**
     * Runs the epilogue on the elements of the result that lie from one position of its buffer to
     * below another.
     */
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
