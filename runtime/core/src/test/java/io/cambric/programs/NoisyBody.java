package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Noise in loop bodies: each result of an instruction is moved by some roundings. So the comparison
 * sees how later instructions magnify errors of earlier ones. An example is the sine of a large
 * number; noise in the inputs alone need not show it.
 */
final class NoisyBody {

  /** The permitted error of functions of vector code, in units of the last place of 1. */
  private static final double MAX_ULPS = 2;

  /** Less may be rounded away. */
  private static final double MIN_ULPS = 1;

  private final LoopBody body;
  private final RandomGenerator random;
  private final List<Instr> code = new ArrayList<>();
  private final List<Integer> moved = new ArrayList<>();

  private NoisyBody(LoopBody body, RandomGenerator random) {
    this.body = body;
    this.random = random;
  }

  /** {@return a body whose floating results are multiplied by numbers near one} */
  static LoopBody of(LoopBody body, RandomGenerator random) {
    return new NoisyBody(body, random).moved();
  }

  /** {@return a number that no floating number stays the same by being multiplied with} */
  static double factor(DType dtype, RandomGenerator random) {
    double ulps = random.nextDouble(MIN_ULPS, MAX_ULPS) * (random.nextBoolean() ? 1 : -1);
    return 1 + ulps * NoisyTrace.ulp(dtype);
  }

  private LoopBody moved() {
    for (int v = 0; v < body.inputs().size(); v++) {
      moved.add(v);
    }
    for (var instr : body.code()) {
      var args = instr.args().stream().map(moved::get).toList();
      int result = add(new Instr(instr.op(), instr.dtype(), args, instr.immediate()));
      moved.add(isRounded(instr) ? perturbed(instr.dtype(), result) : result);
    }
    return new LoopBody(body.inputs(), code, body.results().stream().map(moved::get).toList());
  }

  private static boolean isRounded(Instr instr) {
    return instr.dtype().isFloating()
        && instr.op() != ScalarOp.CONST
        && instr.op() != ScalarOp.INDEX;
  }

  private int perturbed(DType dtype, int value) {
    int factor = add(Instr.constant(dtype, factor(dtype, random)));
    return add(Instr.of(ScalarOp.MUL, dtype, value, factor));
  }

  private int add(Instr instr) {
    code.add(instr);
    return body.inputs().size() + code.size() - 1;
  }
}
