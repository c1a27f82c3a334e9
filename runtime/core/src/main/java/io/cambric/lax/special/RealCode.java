package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.op.LoopCode;
import java.util.Collections;
import java.util.List;

/** The f64 instructions of a loop body with operands and a result of any floating dtype. */
final class RealCode {

  private final DType dtype;
  private final LoopCode code;

  /** Starts a body with a number of operands of a dtype. */
  RealCode(DType dtype, int operands) {
    this.dtype = dtype;
    code = new LoopCode(Collections.nCopies(operands, dtype));
  }

  /** {@return whether operands and result have that dtype, too} */
  boolean isOfDoubles() {
    return dtype == DType.F64;
  }

  /** {@return the value of an operand in f64} */
  int operand(int k) {
    return dtype == DType.F64 ? k : code.add(ScalarOp.CONVERT, DType.F64, k);
  }

  /** {@return the number of a literal} */
  int literal(double value) {
    return code.literal(DType.F64, value);
  }

  /** {@return the number of the value of a new instruction in f64} */
  int add(ScalarOp op, Integer... args) {
    return code.add(op, DType.F64, args);
  }

  /** {@return the number of a new condition} */
  int condition(ScalarOp op, Integer... args) {
    return code.add(op, DType.BOOL, args);
  }

  /** {@return the number of one of two values} */
  int choose(int condition, int value, int otherwise) {
    return add(ScalarOp.SELECT, condition, otherwise, value);
  }

  /** {@return the number of {@link GammaFunctions#stirlingSeries}} */
  int stirling(int x) {
    int inverse = add(ScalarOp.DIV, literal(1), x);
    int square = add(ScalarOp.MUL, inverse, inverse);
    double[] coefficients = GammaFunctions.stirlingCoefficients();
    int sum = literal(coefficients[0]);
    for (int k = 1; k < coefficients.length; k++) {
      sum = add(ScalarOp.FMA, sum, square, literal(coefficients[k]));
    }
    return add(ScalarOp.MUL, inverse, sum);
  }

  /** {@return the body that stores a value where a condition holds, else NaN} */
  LoopBody storing(int value, List<Integer> conditions) {
    int all =
        conditions.stream()
            .reduce((one, other) -> condition(ScalarOp.AND, one, other))
            .orElseThrow();
    return storing(choose(all, value, literal(Double.NaN)));
  }

  /** {@return the body that stores a value} */
  LoopBody storing(int value) {
    return code.storing(dtype == DType.F64 ? value : code.add(ScalarOp.CONVERT, dtype, value));
  }

  @Override
  public String toString() {
    return code.toString();
  }
}
