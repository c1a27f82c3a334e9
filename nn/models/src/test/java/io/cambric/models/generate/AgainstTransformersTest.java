package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.json.JsonValue;
import io.cambric.numpy.Key;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tiny random models with settings in {@code generation_config.json} write what {@code generate} of
 * Transformers 5.18.0 on PyTorch 2.13.0 wrote, one prompt at a time.
 */
class AgainstTransformersTest {

  private static final String FOLDER = "transformers/";
  private static final JsonValue CASES = JsonValue.parse("cases.json", text("cases.json"));
  private static final List<List<Integer>> PROMPTS = lists(CASES.get("prompts"));

  @TempDir private Path folder;

  /** A model with settings, and what it wrote. */
  private record Case(
      String model, String settings, List<List<Integer>> tokens, List<Double> scores) {

    private static Case of(JsonValue json) {
      return new Case(
          json.get("model").text(),
          json.get("settings").text(),
          lists(json.get("tokens")),
          json.get("scores").elements().stream().map(JsonValue::number).toList());
    }

    @Override
    public String toString() {
      return model + " " + settings;
    }
  }

  private static Stream<Case> cases() {
    return CASES.get("cases").elements().stream().map(Case::of);
  }

  private static List<List<Integer>> lists(JsonValue json) {
    return json.elements().stream()
        .map(row -> row.elements().stream().map(JsonValue::integer).toList())
        .toList();
  }

  private static InputStream open(String name) {
    return Objects.requireNonNull(
        AgainstTransformersTest.class.getResourceAsStream(FOLDER + name), name);
  }

  private static String text(String name) {
    try (var stream = open(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Case golden) throws IOException {
    for (var name : List.of("config.json", "model.safetensors")) {
      try (var stream = open(golden.model() + "/" + name)) {
        Files.copy(stream, folder.resolve(name));
      }
    }
    Files.writeString(folder.resolve("generation_config.json"), golden.settings());
  }

  private GenerationResult generate(String model, List<Integer> prompt) {
    var tokens =
        NdArray.ofInts(
            Shape.of(1, prompt.size()), prompt.stream().mapToInt(Integer::intValue).toArray());
    if (model.equals("gpt2") || model.equals("llama")) {
      var decoder = PretrainedDecoder.read(folder);
      return decoder.generator().generate(decoder.variables(), tokens, Key.of(0));
    }
    var decoder = PretrainedSeq2Seq.read(folder);
    var mask = NdArray.ofInts(tokens.shape(), prompt.stream().mapToInt(_ -> 1).toArray());
    return decoder.generator().generate(decoder.variables(), tokens, mask, Key.of(0));
  }

  private List<List<Integer>> generateTogether(String model) {
    if (model.equals("gpt2") || model.equals("llama")) {
      var decoder = PretrainedDecoder.read(folder);
      return decoder.generator().generate(decoder.variables(), PROMPTS, Key.of(0));
    }
    var decoder = PretrainedSeq2Seq.read(folder);
    return decoder.generator().generate(decoder.variables(), PROMPTS, Key.of(0));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void settings_give_the_tokens_and_scores_of_transformers(Case golden) throws IOException {
    write(golden);
    var tokens = new ArrayList<List<Integer>>();
    var scores = new ArrayList<Double>();
    for (var prompt : PROMPTS) {
      var generated = generate(golden.model(), prompt);
      tokens.addAll(generated.toLists());
      Array each = generated.scores();
      if (each != null) {
        for (float score : each.concrete("scores").toFloats()) {
          scores.add((double) score);
        }
      }
    }
    assertThat(tokens).isEqualTo(golden.tokens());
    assertThat(scores).hasSameSizeAs(golden.scores());
    for (int i = 0; i < scores.size(); i++) {
      double expected = golden.scores().get(i);
      assertThat(scores.get(i)).isCloseTo(expected, within(1e-4 * (1 + Math.abs(expected))));
    }
  }

  /** One model of each kind; greatest lengths that count the longest prompt of a batch differ. */
  private static Stream<Case> casesOfBatches() {
    return cases()
        .filter(golden ->
            golden.model().equals("bart")
                || (golden.model().equals("llama") && !golden.settings().contains("max_length")));
  }

  @ParameterizedTest
  @MethodSource("casesOfBatches")
  void padding_of_a_batch_changes_nothing(Case golden) throws IOException {
    write(golden);
    assertThat(generateTogether(golden.model())).isEqualTo(golden.tokens());
  }
}
