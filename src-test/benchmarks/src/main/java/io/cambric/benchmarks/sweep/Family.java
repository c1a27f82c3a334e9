package io.cambric.benchmarks.sweep;

import static io.cambric.array.DType.BF16;
import static io.cambric.array.DType.F32;
import static io.cambric.array.DType.F64;
import static io.cambric.array.DType.I32;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A builder of the operations of one family, a line each.
 *
 * <p>{@code add} makes an operation with gradients, {@code forward} one without.
 */
final class Family {

  static final List<DType> FLOAT = List.of(F32, F64, BF16);
  static final List<DType> REAL = List.of(F32, F64, BF16, I32);
  static final List<DType> WIDE = List.of(F32, F64);
  static final List<DType> SINGLE = List.of(F32);
  static final List<DType> WHOLE = List.of(I32);

  private final String name;
  private final long most;
  private final boolean strided;
  private final List<Operation> operations = new ArrayList<>();

  /**
   * A family without operations.
   *
   * @param most largest product of the sizes of a case
   * @param strided whether strided operands make sense
   */
  Family(String name, long most, boolean strided) {
    this.name = name;
    this.most = most;
    this.strided = strided;
  }

  List<Operation> operations() {
    return List.copyOf(operations);
  }

  Family add(String operation, List<DType> dtypes, String spec, Body.One body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0)), true);
  }

  Family add(String operation, List<DType> dtypes, String spec, Body.Two body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0), x.get(1)), true);
  }

  Family add(String operation, List<DType> dtypes, String spec, Body.Three body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0), x.get(1), x.get(2)), true);
  }

  Family forward(String operation, List<DType> dtypes, String spec, Body.One body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0)), false);
  }

  Family forward(String operation, List<DType> dtypes, String spec, Body.Two body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0), x.get(1)), false);
  }

  Family forward(String operation, List<DType> dtypes, String spec, Body.Three body) {
    return keep(operation, dtypes, spec, (_, x) -> body.apply(x.get(0), x.get(1), x.get(2)), false);
  }

  /** An operation with more operands, or one that asks the case for sizes or the dtype. */
  Family addSized(String operation, List<DType> dtypes, String spec, Body body) {
    return keep(operation, dtypes, spec, body, true);
  }

  /** Such an operation without gradients. */
  Family forwardSized(String operation, List<DType> dtypes, String spec, Body body) {
    return keep(operation, dtypes, spec, body, false);
  }

  /** An operation whose operands do not follow from a line alone. */
  Family addOperands(
      String operation,
      List<DType> dtypes,
      String sizes,
      Function<Case, List<CaseOperand>> operands,
      Body body) {
    operations.add(
        new Operation(
            operation, name, dtypes, new Spec(sizes).ranges(), most, operands, body, true, false));
    return this;
  }

  private Family keep(
      String operation, List<DType> dtypes, String spec, Body body, boolean isDifferentiable) {
    var parsed = new Spec(spec);
    operations.add(
        new Operation(
            operation,
            name,
            dtypes,
            parsed.ranges(),
            most,
            drawn -> parsed.operands(drawn.sizes(), drawn.dtype()),
            body,
            isDifferentiable,
            strided));
    return this;
  }
}
