package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.errors.MissingRuleException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation that meets ragged axes, as its ragged rule sees it.
 *
 * @param twin the operation at the same place of the twin, the program of other sizes; parameters
 *     that differ depend on a padded size
 * @param lengths the lengths of the program
 * @param operands the operands
 */
public record RaggedCall(Primitive twin, KnownLengths lengths, List<Padded> operands) {

  /** Copies the operands. */
  public RaggedCall {
    operands = List.copyOf(operands);
  }

  /** {@return an operand} */
  public Padded operand(int i) {
    return operands.get(i);
  }

  /** {@return the operands with their padding} */
  public List<Array> values() {
    return operands.stream().map(Padded::value).toList();
  }

  /** {@return the types of the operands of the twin} */
  public List<ShapedArray> twinTypes() {
    return operands.stream().map(Padded::twin).toList();
  }

  /** Checks that no parameter of an operation depends on a padded size. */
  public void requireSame(Primitive operation) {
    if (!operation.equals(twin)) {
      throw refused(operation, "its parameters depend on a ragged size");
    }
  }

  /**
   * {@return the lengths of a result with these shapes in the program and in its twin}
   *
   * @param known for each axis the length that follows from the operands, {@code null} if none does
   */
  public List<@Nullable Length> lengths(
      Primitive operation, ShapedArray type, ShapedArray twinType, List<@Nullable Length> known) {
    var all = new ArrayList<@Nullable Length>();
    for (int i = 0; i < type.rank(); i++) {
      int size = type.shape().dim(i);
      int other = twinType.shape().dim(i);
      var length = known.get(i);
      if (length != null && length.has(size, other)) {
        all.add(length);
      } else if (size == other && length == null) {
        all.add(null);
      } else {
        all.add(required(operation, size, other));
      }
    }
    return all;
  }

  /** {@return the length with these sizes, which an operation has as a parameter} */
  public Length required(Primitive operation, int size, int other) {
    var found = size == other ? null : lengths.find(size, other);
    if (found == null) {
      throw refused(
          operation,
          "a size that is %d for padded arguments is %d for other sizes of them, which is no certain length"
              .formatted(size, other));
    }
    return found;
  }

  /** {@return the result, whose padding is finite} */
  public List<Padded> result(Array value, List<@Nullable Length> axes) {
    return List.of(new Padded(value, axes));
  }

  /** {@return the exception for an operation without a certain meaning} */
  public MissingRuleException refused(Primitive operation, String reason) {
    return new MissingRuleException(
        "ragged needs operations with a meaning for each length, but %s at %s has none: %s. Its operands are %s."
            .formatted(
                operation.name(),
                Source.capture(),
                reason,
                operands.stream().map(this::text).toList()));
  }

  private String text(Padded operand) {
    var axes = operand.raggedAxes();
    return axes.size() == 0
        ? operand.value().aval().toText()
        : "%s with ragged axes %s".formatted(operand.value().aval().toText(), axes);
  }

  /** {@return whether an operand is ragged along one of these axes} */
  public static boolean isRagged(Padded operand, Axes axes) {
    return operand.select(axes).stream().anyMatch(Objects::nonNull);
  }
}
