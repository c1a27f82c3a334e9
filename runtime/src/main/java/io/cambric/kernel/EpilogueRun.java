package io.cambric.kernel;

/** An epilogue made ready to run on parts of a result, by many threads. */
public final class EpilogueRun {

  private final BlockOps ops;
  private final Epilogue epilogue;
  private final LoopProgram program;
  private final IterationSpace space;
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
    program = LoopProgram.of(epilogue.body());
    int[] dims = epilogue.dims();
    space =
        IterationSpace.of(
            dims,
            BlockRunner.operandStrides(
                program, dims.length, epilogue.inputs(), epilogue.outputs()));
  }

  /** {@return what runs parts of it in one thread} */
  public Part open() {
    return new Part();
  }

  /** Runs parts; used by one thread, which closes it. */
  public final class Part implements AutoCloseable {

    private final BlockRunner runner =
        new BlockRunner(
            program, ops, space, epilogue.inputs(), epilogue.outputs(), false, Block.SIZE);

    private Part() {}

    /**
     * Runs the epilogue on the elements of the result that lie from one position of its buffer to
     * below another.
     */
    public void run(int from, int to) {
      for (int at = from; at < to; at += Block.SIZE) {
        runner.run(at - first, Math.min(Block.SIZE, to - at));
      }
    }

    @Override
    public void close() {
      runner.close();
    }
  }
}
