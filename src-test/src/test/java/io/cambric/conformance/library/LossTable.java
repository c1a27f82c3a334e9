package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.conformance.python.PyFunction;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.DiceOptions;
import io.cambric.optax.LossReduction;
import io.cambric.optax.Losses;
import io.cambric.transform.function.ArrayFn;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Losses of Optax whose arguments may be left out, or are functions. */
final class LossTable {

  private LossTable() {}

  /** A loss of Java with targets. */
  private interface Paired {
    Array loss(Array predictions, Array targets);
  }

  /** A loss of Java of errors. */
  private interface Single {
    Array loss(Array errors);
  }

  static void fill(Table table) {
    pairedOrSingle(table, "squared_error", Losses::squaredError, Losses::squaredError);
    pairedOrSingle(table, "l2_loss", Losses::l2Loss, Losses::l2Loss);
    pairedOrSingle(table, "log_cosh", Losses::logCosh, Losses::logCosh);
    put(
        table,
        "huber_loss(predictions, targets, delta)",
        a ->
            a.has("targets")
                ? Losses.huberLoss(a.array("predictions"), a.array("targets"), a.number("delta", 1))
                : Losses.huberLoss(a.array("predictions"), a.number("delta", 1)));
    put(
        table,
        "ranking_softmax_loss(logits, labels, where, weights, reduce_fn)",
        a ->
            Losses.rankingSoftmaxLoss(
                a.array("logits"),
                a.array("labels"),
                optional(a, "where"),
                optional(a, "weights"),
                a.given("reduce_fn") ? reduction(a.get("reduce_fn")) : LossReduction.MEAN));
    put(table, "make_fenchel_young_loss(max_fun, scores, targets)", LossTable::fenchelYoung);
    put(
        table,
        "triplet_margin_loss(anchors, positives, negatives, axis, norm_degree, margin, eps)",
        a ->
            Losses.tripletMarginLoss(
                a.array("anchors"),
                a.array("positives"),
                a.array("negatives"),
                a.integer("axis", -1),
                a.number("norm_degree", 2),
                a.number("margin", 1),
                a.number("eps", 1e-6)));
    dice(table);
    sequences(table);
  }

  private static void dice(Table table) {
    put(
        table,
        "dice_loss(predictions, targets, class_weights, smooth, alpha, beta, apply_softmax,"
            + " reduction, ignore_background, axis)",
        a -> Losses.diceLoss(a.array("predictions"), a.array("targets"), spec(a)));
    put(
        table,
        "multiclass_generalized_dice_loss(predictions, targets, smooth, apply_softmax,"
            + " ignore_background)",
        a ->
            Losses.multiclassGeneralizedDiceLoss(
                a.array("predictions"), a.array("targets"), spec(a)));
    put(
        table,
        "binary_dice_loss(predictions, targets, smooth, apply_sigmoid)",
        a ->
            Losses.binaryDiceLoss(
                a.array("predictions"),
                a.array("targets"),
                a.number("smooth", 1),
                a.flag("apply_sigmoid", true)));
  }

  private static DiceOptions spec(Arguments a) {
    var reduction = a.text("reduction", "mean").toUpperCase(Locale.ROOT);
    var spec =
        DiceOptions.DEFAULT
            .withSmooth(a.number("smooth", 1))
            .withAlpha(a.number("alpha", 0.5))
            .withBeta(a.number("beta", 0.5))
            .withApplySoftmax(a.flag("apply_softmax", true))
            .withReduction(DiceOptions.Reduction.valueOf(reduction))
            .withIgnoreBackground(a.flag("ignore_background", false));
    if (a.has("class_weights")) {
      spec = spec.withClassWeights(a.array("class_weights"));
    }
    return a.has("axis") ? spec.withAxes(Axes.of(a.integers("axis"))) : spec;
  }

  private static void sequences(Table table) {
    var parameters = "(logits, logit_paddings, labels, label_paddings, blank_id, log_epsilon)";
    put(
        table,
        "ctc_loss" + parameters,
        a ->
            Losses.ctcLoss(
                a.array("logits"),
                a.array("logit_paddings"),
                a.array("labels"),
                a.array("label_paddings"),
                a.integer("blank_id", 0),
                a.number("log_epsilon", -1e5)));
    put(
        table,
        "ctc_loss_with_forward_probs" + parameters,
        a ->
            Losses.ctcLossWithForwardProbs(
                a.array("logits"),
                a.array("logit_paddings"),
                a.array("labels"),
                a.array("label_paddings"),
                a.integer("blank_id", 0),
                a.number("log_epsilon", -1e5)));
    put(
        table,
        "ntxent(embeddings, labels, temperature)",
        a ->
            Losses.ntxent(a.array("embeddings"), a.array("labels"), a.number("temperature", 0.07)));
  }

  /**
   * Optax makes a function; the recorded cases give its arguments along with the arguments that
   * make it.
   */
  private static Object fenchelYoung(Arguments a) {
    ArrayFn maxFun =
        a.need("max_fun") instanceof PyFunction function
            ? (ArrayFn) Functions.as(function, ArrayFn.class)
            : a.text("max_fun", "").equals("max") ? x -> Numpy.max(x) : x -> Numpy.logsumexp(x);
    var loss = Losses.makeFenchelYoungLoss(maxFun);
    return a.has("scores")
        ? loss.apply(a.array("scores"), a.array("targets"))
        : (PyFunction)
            (args, kwargs) -> loss.apply(Values.array(args.get(0)), Values.array(args.get(1)));
  }

  /** The mean is recognised by its value. */
  private static LossReduction reduction(@Nullable Object function) {
    if (!(function instanceof PyFunction python)) {
      return LossReduction.NONE;
    }
    var probe = Values.array(python.call(List.of(Numpy.array(0.0, 2.0)), Map.of()));
    if (probe.rank() == 0 && probe.toFloats()[0] == 1) {
      return LossReduction.MEAN;
    }
    return (losses, where) -> {
      var keywords = new LinkedHashMap<String, @Nullable Object>();
      if (where != null) {
        keywords.put("where", where);
      }
      return Values.array(python.call(Arrays.asList(losses), keywords));
    };
  }

  private static @Nullable Array optional(Arguments a, String name) {
    return a.has(name) ? a.array(name) : null;
  }

  private static void pairedOrSingle(Table table, String name, Paired paired, Single single) {
    put(
        table,
        name + "(predictions, targets)",
        a ->
            a.has("targets")
                ? paired.loss(a.array("predictions"), a.array("targets"))
                : single.loss(a.array("predictions")));
  }

  private static void put(Table table, String signature, Table.Body body) {
    for (var module : List.of("optax.", "optax.losses.")) {
      table.put(module + signature, body);
    }
  }
}
