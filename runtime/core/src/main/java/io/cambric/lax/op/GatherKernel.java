package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import io.cambric.kernel.index.ElementMoves;

/** Copies runs of elements from their positions to a row-major result. */
final class GatherKernel {

  /** Elements that justify another thread. */
  private static final int GRAIN = 1 << 14;

  /**
   * Single elements that justify another thread. They are fewer, since each may be far from the
   * previous one.
   */
  private static final int FAR = 1 << 12;

  private GatherKernel() {}

  static void run(WindowPlaces places, Operand indices, Operand x, Operand out, double fill) {
    int run = places.run();
    var filler = Buffer.allocate(x.buffer().dtype(), 1);
    filler.setDouble(0, fill);
    var result = out.buffer();
    places.forEach(
        indices,
        run == 1 ? FAR : Math.max(1, GRAIN / Math.max(1, run)),
        (at, shift, list) ->
            ElementMoves.read(
                x.buffer(),
                x.offset() + shift,
                list,
                run,
                filler,
                result,
                out.offset() + at * run));
  }
}
