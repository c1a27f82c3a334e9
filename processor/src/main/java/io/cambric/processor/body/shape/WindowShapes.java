package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.Fact.Constant;
import io.cambric.processor.body.shape.Fact.Elements;
import io.cambric.processor.body.shape.Fact.Layer;
import io.cambric.processor.body.shape.Fact.Size;
import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The rules of convolutions and pooling: the sizes of the axes that a window moves along. */
final class WindowShapes {

  private static final String SAME = "SAME";
  private static final String VALID = "VALID";

  private WindowShapes() {}

  static Fact conv(Layer layer, ArrayFact x, Use use) {
    var features = layer.features(use.symbols());
    layer
        .size("featureGroupCount")
        .filter(groups -> features.neverDividesBy(groups) || x.features().neverDividesBy(groups))
        .ifPresent(groups ->
            use.mismatch(
                "%s has %s groups, which %s features and the input %s can't share."
                    .formatted(layer.text(), groups, features, x.described()),
                "Choose features and channels that are multiples of the groups."));
    return x.withSpace(features, space(layer, x, use, false), use.symbols(), layer.text());
  }

  static Fact convTranspose(Layer layer, ArrayFact x, Use use) {
    var features = layer.features(use.symbols());
    return x.withSpace(features, space(layer, x, use, true), use.symbols(), layer.text());
  }

  static Fact pool(ArrayFact x, Use use, int from) {
    var window = counts(argument(use, from), 0);
    var strides = counts(argument(use, from + 1), window.size());
    var padding =
        use.arguments().size() > from + 2
            ? argument(use, from + 2)
            : Optional.<Fact>of(new Constant(VALID));
    var sizes = new ArrayList<Polynomial>();
    for (int i = 0; i < window.size(); i++) {
      var size = x.size(window.size() + 1 - i);
      sizes.add(
          strides.isEmpty()
              ? use.fresh()
              : covered(size, window.get(i), strides.get(i), padding, use));
    }
    return x.withSpace(x.features(), sizes, use.symbols(), use.text()).withKind(x.kind());
  }

  private static Optional<Fact> argument(Use use, int index) {
    return use.arguments().size() > index
        ? Optional.of(use.arguments().get(index))
        : Optional.empty();
  }

  /** The sizes of the axes before the features, the first one first; none if these are unknown. */
  private static List<Polynomial> space(Layer layer, ArrayFact x, Use use, boolean isTransposed) {
    var window = counts(Optional.ofNullable(layer.given().get("kernelSize")), 0);
    var strides = counts(Optional.ofNullable(layer.given().get("strides")), window.size());
    boolean isPlain =
        !layer.text().isEmpty()
            && !strides.isEmpty()
            && !layer.given().containsKey("kernelDilation")
            && !layer.given().containsKey("inputDilation");
    var padding = Optional.ofNullable(layer.given().getOrDefault("padding", new Constant(SAME)));
    var sizes = new ArrayList<Polynomial>();
    for (int i = 0; i < window.size(); i++) {
      var size = x.size(window.size() + 1 - i);
      sizes.add(
          !isPlain
              ? use.fresh()
              : isTransposed
                  ? padding.filter(new Constant(SAME)::equals).isPresent()
                      ? size.times(strides.get(i))
                      : use.fresh()
                  : covered(size, window.get(i), strides.get(i), padding, use));
    }
    return sizes;
  }

  /** The number of windows along an axis. */
  private static Polynomial covered(
      Polynomial size, Polynomial window, Polynomial stride, Optional<Fact> padding, Use use) {
    var last =
        switch (padding.orElse(Fact.UNKNOWN)) {
          case Constant(var name) when name.equals(SAME) -> Optional.of(size.minus(Polynomial.ONE));
          case Constant(var name) when name.equals(VALID) -> Optional.of(size.minus(window));
          case Size(var amount) ->
              Optional.of(size.minus(window).plus(amount.times(Polynomial.of(2))));
          default -> Optional.<Polynomial>empty();
        };
    if (last.isPresent() && stride.is(1)) {
      return last.get().plus(Polynomial.ONE);
    }
    var places = last.map(Polynomial::number).orElse(OptionalLong.empty());
    var step = stride.number();
    return places.isPresent() && step.isPresent() && step.getAsLong() > 0
        ? Polynomial.of(Math.floorDiv(places.getAsLong(), step.getAsLong()) + 1)
        : use.fresh();
  }

  /** Counts for each axis; the default is one of each, and none if they are unknown. */
  private static List<Polynomial> counts(Optional<Fact> given, int axes) {
    var inner =
        given.filter(fact ->
            fact instanceof Elements(var all)
                && all.size() == 1
                && all.getFirst() instanceof Elements);
    if (inner.isPresent() && inner.get() instanceof Elements(var all)) {
      return counts(Optional.of(all.getFirst()), axes);
    }
    return switch (given.orElse(null)) {
      case null -> Collections.nCopies(axes, Polynomial.ONE);
      case Size(var size) -> Collections.nCopies(axes, size);
      case Elements(var all) when all.isEmpty() -> Collections.nCopies(axes, Polynomial.ONE);
      case Elements(var all) when all.stream().allMatch(Size.class::isInstance) -> {
        var sizes = all.stream().map(fact -> ((Size) fact).value()).toList();
        yield sizes.size() == 1 && axes > 1
            ? Collections.nCopies(axes, sizes.getFirst())
            : axes == 0 || sizes.size() == axes ? sizes : List.of();
      }
      default -> List.of();
    };
  }
}
