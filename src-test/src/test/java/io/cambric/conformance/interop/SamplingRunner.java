package io.cambric.conformance.interop;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.generate.Beams;
import io.cambric.models.generate.EarlyStopping;
import io.cambric.models.generate.PretrainedDecoder;
import io.cambric.models.generate.Processors;
import io.cambric.models.generate.logits.SourceTokens;
import io.cambric.models.generate.logits.TokenSequences;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the cases of generation: single rules for logits, settings with the rules that follow
 * from them, and beam searches by models of the folder {@code architectures}.
 */
public final class SamplingRunner implements CaseRunner {

  private static final Tolerance LOGITS = Tolerance.of(1e-5, 1e-5);

  private static final Tolerance SCORES = Tolerance.of(0, 1e-4);

  /** Models of {@code architectures} that the library does not have, by their folders. */
  private static final Set<String> MODELS_MISSING = Set.of("gemma2", "gpt-neox", "llama-yarn");

  @Override
  public void run(GoldenCase golden, Check check) {
    if (golden.json().has("processor")) {
      processor(golden, check);
    } else if (golden.json().has("num_beams")) {
      beams(golden, check);
    } else {
      chain(golden, check);
    }
  }

  private static void processor(GoldenCase golden, Check check) {
    var json = golden.json();
    var header = golden.family().header();
    var input = json.get("input");
    var logits =
        golden.array(
            input.isString() ? header.get("inputs").get(input.asString()) : input.get("array"));
    var tokens =
        ModelsRunner.ints(json.has("input_ids") ? json.get("input_ids") : header.get("input_ids"));
    var processor =
        GoldenProcessors.of(json.get("processor").asString(), json.get("arguments"), tokens);
    // The prompt of a rule is an argument of it, so all tokens are prompt where it has none.
    int prompt = GoldenProcessors.prompt(json.get("arguments"), tokens.dim(1));
    var changed =
        Transforms.jit(
                (Array rows, Array ids) -> processor.apply(rows, TokenSequences.of(ids, prompt)))
            .apply(logits, tokens);
    check.array(
        "logits",
        inOrderOf(logits, golden.array(json.get("output"))),
        inOrderOf(logits, changed.concrete("logits")),
        LOGITS);
  }

  /**
   * {@return results in the order of the logits that they come from}
   *
   * <p>PyTorch sorts without an order for equal elements. Which of equal tokens stays is chance, so
   * their results are in the order of their own.
   */
  private static NdArray inOrderOf(NdArray logits, NdArray results) {
    int columns = logits.dim(1);
    var keys = logits.toFloats();
    var values = results.toFloats();
    var ordered = new float[values.length];
    for (int from = 0; from < values.length; from += columns) {
      var places = new ArrayList<>(IntStream.range(from, from + columns).boxed().toList());
      places.sort(
          Comparator.<Integer>comparingDouble(i -> keys[i]).thenComparingDouble(i -> values[i]));
      for (int i = 0; i < columns; i++) {
        ordered[from + i] = values[places.get(i)];
      }
    }
    return NdArray.of(results.shape(), ordered);
  }

  private static void chain(GoldenCase golden, Check check) {
    var json = golden.json();
    var input = golden.family().header().get("chainInput");
    var logits = golden.array(input.get("logits"));
    var tokens = ModelsRunner.ints(input.get("input_ids"));
    int prompt = json.get("promptLength").intValue();
    var settings = GoldenProcessors.settings(json.get("config"));
    int most = settings.length().most();
    int limit = settings.length().countsPrompt() ? most - prompt : most;
    var processors =
        Processors.of(
            settings, SourceTokens.of(tokens.get(":, :" + prompt)), prompt, limit, logits.dim(1));
    check.equal(
        "rules",
        json.get("processors")
            .valueStream()
            .map(JsonNode::asString)
            .map(GoldenProcessors::type)
            .toList(),
        processors.stream().map(Object::getClass).toList());
    Array changed = logits;
    for (var processor : processors) {
      changed = processor.apply(changed, TokenSequences.of(tokens, prompt));
    }
    check.array("logits", golden.array(json.get("output")), changed, LOGITS);
    check.array(
        "probabilities",
        golden.array(json.get("probabilities")),
        Activations.softmax(changed),
        LOGITS);
  }

  private static void beams(GoldenCase golden, Check check) {
    var json = golden.json();
    var model = json.get("model").asString();
    if (MODELS_MISSING.contains(model)) {
      throw new UnsupportedFeature("decoder:" + model);
    }
    var decoder = PretrainedDecoder.read(golden.family().sibling("../architectures/" + model));
    var stops = json.get("eos").valueStream().map(JsonNode::intValue).toList();
    var search =
        new Beams(
            json.get("num_beams").intValue(),
            json.get("length_penalty").doubleValue(),
            earlyStopping(json.get("early_stopping")));
    var generator =
        decoder
            .generator()
            .withMaxTokens(json.get("max_new_tokens").intValue())
            .withStopTokens(stops)
            .withPadToken(json.get("pad").intValue())
            .withSettings(settings ->
                settings
                    .withBeams(search)
                    .withNumReturnSequences(json.get("num_return_sequences").intValue()));
    var prompt = Numpy.expandDims(ModelsRunner.ints(json.get("prompt")), 0);
    var generated = generator.generate(decoder.variables(), prompt, Key.of(0));
    check.equal("sequences", lists(json.get("sequences")), generated.toLists());
    check.array(
        "scores",
        Numbers.nested(json.get("scores"), DType.F32),
        Objects.requireNonNull(generated.scores()),
        SCORES);
  }

  private static EarlyStopping earlyStopping(JsonNode node) {
    if (node.isString()) {
      return EarlyStopping.CERTAIN;
    }
    return node.booleanValue() ? EarlyStopping.FULL : EarlyStopping.LIKELY;
  }

  private static List<List<Integer>> lists(JsonNode rows) {
    return rows.valueStream()
        .map(row -> row.valueStream().map(JsonNode::intValue).toList())
        .toList();
  }
}
