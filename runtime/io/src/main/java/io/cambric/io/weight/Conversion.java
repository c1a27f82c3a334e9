package io.cambric.io.weight;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.io.weight.WeightSteps.Joining;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a rule for arrays of known shapes.
 *
 * @param whole the shape after joining and the first rearrangement
 * @param parts the shapes of the parts, before the last rearrangement
 * @param targets the variables; null for an omitted part
 */
record Conversion(
    WeightSteps steps, Shape whole, List<Shape> parts, List<@Nullable ShapedArray> targets) {

  /**
   * {@return the conversion from arrays to variables; empty if shapes do not fit}
   *
   * @param targets null for omitted parts
   */
  static Optional<Conversion> of(
      WeightSteps steps, List<Shape> sources, List<@Nullable ShapedArray> targets) {
    var joined = joined(steps, sources);
    var before = steps.before();
    var whole = before == null ? joined : joined.flatMap(s -> before.after(s, steps.sizes()));
    if (whole.isEmpty()) {
      return Optional.empty();
    }
    return parts(steps, whole.get(), targets)
        .map(parts -> new Conversion(steps, whole.get(), parts, targets));
  }

  private static Optional<Shape> joined(WeightSteps steps, List<Shape> sources) {
    var first = sources.getFirst();
    if (steps.joining() != Joining.CONCATENATION) {
      return sources.stream().allMatch(first::equals) ? Optional.of(first) : Optional.empty();
    }
    int axis = steps.joinAxis();
    int size = 0;
    for (var source : sources) {
      if (axis >= source.rank() || !same(first, source, axis)) {
        return Optional.empty();
      }
      size += source.dim(axis);
    }
    return Optional.of(first.with(axis, size));
  }

  private static boolean same(Shape one, Shape other, int except) {
    return one.rank() == other.rank()
        && IntStream.range(0, one.rank()).allMatch(i -> i == except || one.dim(i) == other.dim(i));
  }

  private static Optional<List<Shape>> parts(
      WeightSteps steps, Shape whole, List<@Nullable ShapedArray> targets) {
    var axis = steps.splitAxis();
    if (axis == null) {
      var target = targets.getFirst();
      return target != null && fits(steps, whole, target.shape())
          ? Optional.of(List.of(whole))
          : Optional.empty();
    }
    if (axis >= whole.rank()) {
      return Optional.empty();
    }
    int rest = whole.dim(axis);
    int open = 0;
    var known = new ArrayList<@Nullable Shape>();
    for (var target : targets) {
      var part = target == null ? null : part(steps, target.shape());
      if (target != null && (part == null || !same(whole, part, axis))) {
        return Optional.empty();
      }
      known.add(part);
      open += part == null ? 1 : 0;
      rest -= part == null ? 0 : part.dim(axis);
    }
    if (rest < 0 || (open == 0 ? rest != 0 : rest % open != 0)) {
      return Optional.empty();
    }
    int each = open == 0 ? 0 : rest / open;
    return Optional.of(
        known.stream().map(part -> part == null ? whole.with(axis, each) : part).toList());
  }

  private static boolean fits(WeightSteps steps, Shape whole, Shape target) {
    var after = steps.after();
    return after == null ? whole.equals(target) : after.fits(whole, target, steps.sizes());
  }

  /** {@return the shape of a part before the last rearrangement; null if it is unknown} */
  private static @Nullable Shape part(WeightSteps steps, Shape target) {
    var after = steps.after();
    return after == null ? target : after.before(target, steps.sizes()).orElse(null);
  }

  /** {@return the dtype of the first variable} */
  DType dtype() {
    for (var target : targets) {
      if (target != null) {
        return target.dtype();
      }
    }
    throw new IllegalStateException("a rule without variables");
  }

  /** {@return the variables; null for an omitted part} */
  List<@Nullable Array> apply(List<? extends Array> sources) {
    var joined = join(sources);
    var before = steps.before();
    var array = before == null ? joined : before.apply(joined, whole, steps.sizes());
    var axis = steps.splitAxis();
    var made = new ArrayList<@Nullable Array>();
    int at = 0;
    for (int i = 0; i < targets.size(); i++) {
      int from = at;
      at += axis == null ? 0 : parts.get(i).dim(axis);
      var target = targets.get(i);
      var part = axis == null || target == null ? array : Numpy.slice(array, axis, from, at);
      made.add(target == null ? null : finished(part, target));
    }
    return made;
  }

  private Array join(List<? extends Array> sources) {
    return switch (steps.joining()) {
      case NONE -> sources.getFirst();
      case SUM -> sources.stream().<Array>map(array -> array).reduce(Array::add).orElseThrow();
      case CONCATENATION -> Numpy.concatenate(sources, steps.joinAxis());
    };
  }

  private Array finished(Array part, ShapedArray target) {
    var after = steps.after();
    return after == null ? part : after.apply(part, target.shape(), steps.sizes());
  }

  /** {@return whether elements of one dtype may be converted to another} */
  static boolean converts(DType from, DType to, boolean casting) {
    return from == to || casting && from.kind() == to.kind();
  }
}
