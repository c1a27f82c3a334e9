package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An operation with a dtype and sizes. Its line, such as {@code lax.exp/grad f32 1000 37}, says all
 * that a peer and {@code --case} need.
 *
 * @param gradient whether the cotangents of the operands are computed, in place of the result
 * @param strided whether operands lie in memory with their axes reversed
 * @param sizes by letters, in the order of the line
 */
public record Case(
    Operation operation,
    boolean gradient,
    boolean strided,
    DType dtype,
    Map<String, Integer> sizes) {

  /** A case; the sizes are copied in order. */
  public Case {
    sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
  }

  /** {@return the line of the case} */
  public String text() {
    var text = new StringBuilder(operation.name());
    text.append(gradient ? "/grad" : "").append(strided ? "/strided" : "");
    text.append(' ').append(dtype.shortName());
    sizes.values().forEach(size -> text.append(' ').append(size));
    return text.toString();
  }

  /** {@return the group of operations} */
  public String family() {
    return operation.family();
  }

  /** {@return the operands, in the order of the function's parameters} */
  List<CaseOperand> operands() {
    return operation.operands().apply(this);
  }

  /** {@return the size of a letter} */
  int size(String letter) {
    return Objects.requireNonNull(sizes.get(letter), letter);
  }

  /** {@return a shape of formulas, as in {@link Spec}} */
  Shape shape(String... axes) {
    var shape = new int[axes.length];
    for (int i = 0; i < axes.length; i++) {
      shape[i] = Spec.size(axes[i], sizes);
    }
    return Shape.of(shape);
  }

  /** {@return the case, compiled for its operands} */
  public CompiledCase program() {
    return CompiledCase.of(this);
  }

  /** {@return what a peer is asked, without the seconds: the line, and a field for each operand} */
  String question(String seconds) {
    var fields = new StringBuilder(text()).append('\t').append(seconds);
    operands().forEach(operand -> fields.append('\t').append(operand.toText()));
    return fields.toString();
  }
}
