package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The axes that {@code @Dims} gives the arrays of a method. Generated classes check them when the
 * method runs: under {@code jit} that is once for each shape. Immutable.
 *
 * {@snippet :
 * private static final DimsContract DIMS_0 =
 *     DimsContract.of("Mlp.call").argument(0, "x", "batch 784").result("batch 10");
 * }
 *
 * @see io.cambric.annotations.Dims
 */
public final class DimsContract {

  private final String method;
  private final List<Part> parts;

  /** An argument, by its position, or the result, at -1. */
  private record Part(int index, String name, DimsAxes axes) {}

  private static final int RESULT = -1;

  private DimsContract(String method, List<Part> parts) {
    this.method = method;
    this.parts = List.copyOf(parts);
  }

  /** A contract without arrays, for a method such as {@code Mlp.call}. */
  public static DimsContract of(String method) {
    return new DimsContract(method, List.of());
  }

  /** {@return this with the axes of an argument} */
  public DimsContract argument(int index, String name, String dims) {
    return with(new Part(index, name, DimsAxes.of(dims)));
  }

  /** {@return this with the axes of the result} */
  public DimsContract result(String dims) {
    return with(new Part(RESULT, "the result", DimsAxes.of(dims)));
  }

  private DimsContract with(Part part) {
    var all = new ArrayList<>(parts);
    all.add(part);
    return new DimsContract(method, all);
  }

  /**
   * {@return a body that checks its arguments before it runs, and its result afterwards}
   *
   * @param sizes the components of the module that the texts name
   */
  public <R extends @Nullable Object> MethodBody<R> checked(
      Map<String, Integer> sizes, MethodBody<R> body) {
    return arguments -> {
      var bound = new HashMap<String, Size>();
      sizes.forEach((name, size) -> bound.put(name, new Size(size, "the component " + name)));
      parts.stream()
          .filter(part -> part.index() != RESULT)
          .forEach(part -> check(part, arguments.get(part.index()), bound));
      R result = body.apply(arguments);
      parts.stream()
          .filter(part -> part.index() == RESULT)
          .forEach(part -> check(part, result, bound));
      return result;
    };
  }

  /** {@return the method, and the axes of each array} */
  @Override
  public String toString() {
    return parts.stream()
        .map(part -> part.name() + ": " + part.axes().text())
        .collect(Collectors.joining(", ", "DimsContract " + method + " (", ")"));
  }

  /** A size that a name stands for, and where it was found. */
  private record Size(long value, String where) {}

  private void check(Part part, @Nullable Object value, Map<String, Size> bound) {
    if (!(value instanceof Array array)) {
      return;
    }
    var axes = part.axes();
    int extra = array.rank() - axes.all().size();
    if (axes.hasRest() ? extra < 0 : extra != 0) {
      throw mismatch(
          part,
          array,
          "it has %d axes, not %d%s"
              .formatted(array.rank(), axes.all().size(), axes.hasRest() ? " or more" : ""));
    }
    for (int i = 0; i < axes.all().size(); i++) {
      check(part, array, extra + i, axes.all().get(i), bound);
    }
  }

  private void check(Part part, Array array, int axis, AxisSum sum, Map<String, Size> bound) {
    long size = array.dim(axis);
    var name = sum.name();
    if (sum.isAny()) {
      return;
    }
    if (name != null) {
      var before = bound.putIfAbsent(name, new Size(size, part.name()));
      if (before != null && before.value() != size) {
        throw mismatch(
            part,
            array,
            "axis %d is %d, but %s is %d in %s"
                .formatted(axis, size, name, before.value(), before.where()));
      }
      return;
    }
    var values = new HashMap<String, Long>();
    bound.forEach((key, found) -> values.put(key, found.value()));
    var needed = sum.value(values);
    if (needed.isPresent() && needed.getAsLong() != size) {
      throw mismatch(
          part, array, "axis %d is %d, not %d".formatted(axis, size, needed.getAsLong()));
    }
  }

  private ShapeException mismatch(Part part, Array array, String why) {
    return new ShapeException(
        "%s needs @Dims(\"%s\") of %s, but got %s: %s. %s"
            .formatted(
                method,
                part.axes().text(),
                part.name(),
                array.aval(),
                why,
                part.index() == RESULT
                    ? "Mend the method, or its @Dims."
                    : "Pass an array of these axes."));
  }
}
