package io.cambric.conformance.report;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The differences of one case; mutable while the case runs. */
public final class Check {

  private final List<String> differences = new ArrayList<>();
  private final Map<String, NdArray> arrays = new LinkedHashMap<>();
  private final Map<String, Double> slack;
  private boolean conditioned;

  /** Begins a case. */
  public Check() {
    this(Map.of());
  }

  /** Begins a comparison that allows more absolute error for the arrays of these names. */
  Check(Map<String, Double> slack) {
    this.slack = slack;
  }

  /** {@return the arrays that were compared, by name} */
  Map<String, NdArray> arrays() {
    return arrays;
  }

  /** {@return what differs, in the order it was found} */
  public List<String> differences() {
    return List.copyOf(differences);
  }

  /** {@return whether a result passed by its conditioning only} */
  public boolean isConditioned() {
    return conditioned;
  }

  /** Marks the case as passed by the conditioning of a result only. */
  public void noteConditioned() {
    conditioned = true;
  }

  /** Adds a difference. */
  public void fail(String what) {
    differences.add(what);
  }

  /** Adds a difference unless the condition holds. */
  public void that(boolean condition, String what) {
    if (!condition) {
      fail(what);
    }
  }

  /** Compares anything by equality. */
  public void equal(String what, @Nullable Object expected, @Nullable Object actual) {
    that(
        Objects.equals(expected, actual),
        "%s: expected %s but was %s".formatted(what, expected, actual));
  }

  /** Compares an array. */
  public void array(String what, NdArray expected, Array actual, Tolerance tolerance) {
    var came = actual.concrete(what);
    arrays.put(what, came);
    var allowed = tolerance.withMoreAtol(slack.getOrDefault(what, 0.0));
    ArrayComparison.difference(expected, came, allowed)
        .ifPresent(difference -> fail(what + ": " + difference));
  }

  /**
   * Compares a tree of lists, maps and arrays; a number stands for an array of its value, whatever
   * the dtype.
   */
  public void tree(
      String what, @Nullable Object expected, @Nullable Object actual, Tolerance tolerance) {
    switch (expected) {
      case NdArray array when actual instanceof Array came -> array(what, array, came, tolerance);
      case NdArray array when actual instanceof Number || actual instanceof Boolean ->
          array(what, array, host(actual, array.dtype()), tolerance);
      case Map<?, ?> map when actual instanceof Map<?, ?> came -> {
        equal(what + " keys", map.keySet(), came.keySet());
        map.forEach((key, value) -> {
          if (came.containsKey(key)) {
            tree(what + "/" + key, value, came.get(key), tolerance);
          }
        });
      }
      // A named tuple is written with the names of its fields, and read as a tuple.
      case Map<?, ?> map when actual instanceof List<?> came ->
          tree(what, List.copyOf(map.values()), came, tolerance);
      case List<?> list when actual instanceof List<?> came -> {
        equal(what + " length", list.size(), came.size());
        for (int i = 0; i < Math.min(list.size(), came.size()); i++) {
          tree(what + "/" + i, list.get(i), came.get(i), tolerance);
        }
      }
      case Number number when actual instanceof Array came ->
          array(what, host(number, came.dtype()), came, tolerance);
      case Number number when actual instanceof Number came ->
          array(what, host(number, DType.F64), host(came, DType.F64), tolerance);
      case null, default -> equal(what, expected, actual);
    }
  }

  private static NdArray host(Object value, DType dtype) {
    double number =
        value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).doubleValue();
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype), number);
  }
}
