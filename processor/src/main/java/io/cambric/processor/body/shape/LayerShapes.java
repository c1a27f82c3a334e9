package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.body.shape.Fact.Elements;
import io.cambric.processor.body.shape.Fact.Layer;
import io.cambric.processor.body.shape.Fact.Real;
import io.cambric.processor.body.shape.Fact.Size;
import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of layers: the result of each, its hyperparameters, and the inputs that contradict. */
final class LayerShapes {

  /** A rule takes the layer, its input, and the call. */
  private interface Rule {
    Fact apply(Layer layer, ArrayFact x, Use use);
  }

  private static final Set<String> KEEPING =
      Set.of("BatchNorm", "LayerNorm", "RmsNorm", "InstanceNorm", "Dropout", "PReLu");

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          Map.entry("Dense", LayerShapes::dense),
          Map.entry("DenseGeneral", LayerShapes::denseGeneral),
          Map.entry("Conv", WindowShapes::conv),
          Map.entry("ConvLocal", WindowShapes::conv),
          Map.entry("ConvTranspose", WindowShapes::convTranspose),
          Map.entry("Embed", LayerShapes::embed),
          Map.entry("GroupNorm", LayerShapes::groupNorm),
          Map.entry("SelfAttention", LayerShapes::attention),
          Map.entry("MultiHeadAttention", LayerShapes::attention),
          Map.entry("MultiHeadDotProductAttention", LayerShapes::attention),
          Map.entry("Rnn", LayerShapes::rnn),
          Map.entry("Bidirectional", LayerShapes::bidirectional));

  /** Hyperparameters that count something, and so are one or more. */
  private static final Set<String> COUNTS =
      Set.of(
          "features",
          "numHeads",
          "numEmbeddings",
          "qkvFeatures",
          "outFeatures",
          "numGroups",
          "groupSize",
          "featureGroupCount");

  /** Hyperparameters with a count for each axis. */
  private static final Set<String> WINDOWS =
      Set.of("strides", "kernelSize", "kernelDilation", "inputDilation");

  /** Hyperparameters that are fractions. */
  private static final Set<String> FRACTIONS = Set.of("rate", "dropoutRate", "momentum");

  private LayerShapes() {}

  /** {@return the fact about the result of a layer of the library, or of several in sequence} */
  static Fact of(Layer layer, Use use) {
    if (layer.name().equals("Embed") && use.name().equals("attend")) {
      return use.array(0).<Fact>map(x -> attend(layer, x, use)).orElseGet(use::unknown);
    }
    return layer.given().get("layers") instanceof Elements(var layers)
        ? sequential(layers, use)
        : result(layer, use);
  }

  private static Fact result(Layer layer, Use use) {
    var x = use.array(0);
    if (x.isEmpty()) {
      return use.unknown();
    }
    if (KEEPING.contains(layer.name())) {
      return x.get();
    }
    var rule = RULES.get(layer.name());
    return rule == null ? use.unknown() : rule.apply(layer, x.get(), use);
  }

  // -- hyperparameters

  /** Reports a hyperparameter out of its range, in the call that gives it. */
  static void checkGiven(Layer layer, String name, Fact value, Use use) {
    if (value instanceof Elements(var all) && WINDOWS.contains(name)) {
      all.stream().limit(1).forEach(first -> checkGiven(layer, name, first, use));
    }
    var number =
        switch (value) {
          case Real(var real) -> Optional.of(real);
          case Size(var size) when size.number().isPresent() ->
              Optional.of((double) size.number().getAsLong());
          default -> Optional.<Double>empty();
        };
    if (number.isEmpty()) {
      return;
    }
    if ((COUNTS.contains(name) || WINDOWS.contains(name)) && number.get() < 1) {
      outOfRange(layer, name, number.get(), "1 or more", use);
    } else if (FRACTIONS.contains(name) && (number.get() < 0 || number.get() > 1)) {
      outOfRange(layer, name, number.get(), "from 0 to 1", use);
    }
  }

  private static void outOfRange(Layer layer, String name, double value, String range, Use use) {
    use.report(
        DiagnosticCode.LITERAL_OUT_OF_RANGE,
        "%s of %s is %s, but must be %s."
            .formatted(
                name,
                layer.name(),
                value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value),
                range),
        "Give a value in the range.");
  }

  // -- layers

  private static Fact dense(Layer layer, ArrayFact x, Use use) {
    return x.withFeatures(layer.features(use.symbols()), layer.text());
  }

  private static Fact denseGeneral(Layer layer, ArrayFact x, Use use) {
    if (!(layer.given().get("features") instanceof Elements(var all))
        || !all.stream().allMatch(Size.class::isInstance)
        || layer.given().containsKey("axis")
        || layer.given().containsKey("batchDims")) {
      return use.unknown();
    }
    var result = x.without(1);
    for (var size : all) {
      result = result.withAxis(((Size) size).value(), Kind.FLOATS, layer.text());
    }
    return result;
  }

  private static Fact embed(Layer layer, ArrayFact ids, Use use) {
    if (ids.kind() == Kind.FLOATS) {
      use.report(
          DiagnosticCode.DTYPE_MISMATCH,
          "%s looks up integers, but gets the floats %s."
              .formatted(layer.text().isEmpty() ? layer.name() : layer.text(), ids.described()),
          "Pass indices, or multiply by a Dense.");
    }
    return ids.withAxis(layer.features(use.symbols()), Kind.FLOATS, layer.text());
  }

  private static Fact groupNorm(Layer layer, ArrayFact x, Use use) {
    var groups =
        layer.given().containsKey("groupSize")
            ? layer.size("groupSize")
            : layer.given().containsKey("numGroups")
                ? layer.size("numGroups")
                : Optional.of(Polynomial.of(32));
    groups
        .filter(count -> !layer.text().isEmpty() && x.features().neverDividesBy(count))
        .ifPresent(count ->
            use.mismatch(
                "%s divides the channels of %s by %s, which leaves a rest."
                    .formatted(layer.text(), x.described(), count),
                "Choose a number of groups that divides the channels."));
    return x;
  }

  private static Fact attention(Layer layer, ArrayFact x, Use use) {
    boolean isWhole = !layer.text().isEmpty();
    var inside = layer.size("qkvFeatures");
    if (isWhole && (inside.isPresent() || !layer.given().containsKey("qkvFeatures"))) {
      var features = inside.orElse(x.features());
      layer
          .size("numHeads")
          .filter(features::neverDividesBy)
          .ifPresent(heads ->
              use.mismatch(
                  "%s heads of %s can't share %s features of %s."
                      .formatted(
                          heads,
                          layer.text(),
                          features,
                          inside.isPresent() ? "qkvFeatures" : x.described()),
                  "Choose a number of heads that divides the features."));
    }
    var out = layer.size("outFeatures");
    return out.isPresent() || isWhole && !layer.given().containsKey("outFeatures")
        ? x.withFeatures(out.orElse(x.features()), layer.text())
        : use.unknown();
  }

  private static Fact rnn(Layer layer, ArrayFact x, Use use) {
    return layer.given().get("cell") instanceof Layer cell
        ? x.withFeatures(cell.features(use.symbols()), layer.text())
        : use.unknown();
  }

  /** The features of both directions, one after the other, unless another function joins them. */
  private static Fact bidirectional(Layer layer, ArrayFact x, Use use) {
    return cell(layer, "forwardRnn") instanceof Layer forward
            && cell(layer, "backwardRnn") instanceof Layer backward
            && !layer.given().containsKey("mergeFn")
        ? x.withFeatures(
            forward.features(use.symbols()).plus(backward.features(use.symbols())), layer.text())
        : use.unknown();
  }

  private static Fact cell(Layer layer, String direction) {
    return layer.given().get(direction) instanceof Layer rnn
        ? rnn.given().getOrDefault("cell", Fact.UNKNOWN)
        : Fact.UNKNOWN;
  }

  /** The scores of vectors against the rows of a table. */
  private static Fact attend(Layer table, ArrayFact x, Use use) {
    var features = table.features(use.symbols());
    if (x.has(1) && x.features().neverEquals(features)) {
      use.mismatch(
          "%s compares %s with rows of %s features.".formatted(use.text(), x.described(), features),
          "Give both one size, or project the vectors.");
    }
    var count = table.size("numEmbeddings").orElseGet(use::fresh);
    return x.withFeatures(count, use.text());
  }

  private static Fact sequential(List<Fact> layers, Use use) {
    Fact x = use.arguments().isEmpty() ? use.unknown() : use.arguments().getFirst();
    for (var layer : layers) {
      var step =
          new Use(use.place(), "call", layer, List.of(x), use.symbols(), use.trees(), use.report());
      x =
          switch (layer) {
            case Layer module when Layers.isOfLibrary(module) -> result(module, step);
            case Layer module -> Contracts.call(module, step);
            case Fact.Pointwise _ -> x;
            default -> use.unknown();
          };
    }
    return x;
  }
}
