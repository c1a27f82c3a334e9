package io.cambric.core;

import io.cambric.array.Axes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An array, some axes of which have padding behind their elements.
 *
 * <p>The padding of floating values is finite, and no result depends on it. A rule keeps both: it
 * replaces padding that it reads, and padding at which a value or a derivative is infinite or NaN.
 * Then the cotangents of padding are zero.
 *
 * @param value the array with its padding
 * @param lengths for each axis its length, {@code null} for an axis without padding
 */
public record Padded(Array value, List<@Nullable Length> lengths) {

  /** Copies the list. */
  public Padded {
    lengths = Collections.unmodifiableList(new ArrayList<>(lengths));
    if (lengths.size() != value.rank()) {
      throw new IllegalArgumentException(value.aval() + " does not have the axes of " + lengths);
    }
  }

  /** {@return an array without padding} */
  public static Padded whole(Array value) {
    return new Padded(value, Arrays.asList(new @Nullable Length[value.rank()]));
  }

  /** {@return whether an axis has padding} */
  public boolean isRagged() {
    return lengths.stream().anyMatch(Objects::nonNull);
  }

  /** {@return the length of an axis, {@code null} without padding} */
  public @Nullable Length length(int axis) {
    return lengths.get(axis);
  }

  /** {@return the number of axes} */
  public int rank() {
    return lengths.size();
  }

  /** {@return the axes with padding} */
  public Axes raggedAxes() {
    int[] axes = IntStream.range(0, rank()).filter(i -> length(i) != null).toArray();
    return Axes.of(axes);
  }

  /** {@return the lengths of some axes, in their order} */
  public List<@Nullable Length> select(Axes axes) {
    var chosen = new ArrayList<@Nullable Length>();
    for (int i = 0; i < axes.size(); i++) {
      chosen.add(length(axes.get(i)));
    }
    return chosen;
  }

  /** {@return an array of the same axes} */
  public Padded with(Array other) {
    return new Padded(other, lengths);
  }

  /** {@return shape and dtype in the twin} */
  public ShapedArray twin() {
    return twin(value.aval(), lengths);
  }

  /** {@return the type in the twin of an array with these lengths} */
  public static ShapedArray twin(ShapedArray aval, List<@Nullable Length> lengths) {
    var shape = aval.shape();
    for (int i = 0; i < lengths.size(); i++) {
      var length = lengths.get(i);
      shape = length == null ? shape : shape.with(i, length.twin());
    }
    return aval.withShape(shape);
  }
}
