package io.cambric.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The real model, where it has been fetched: {@code ./run embed} does. */
class MiniLmTest {

  private static final Path GOLDEN = Path.of("..", "src-test", "golden", "interop", "onnx");

  @Test
  void tokens_and_embeddings_are_those_of_onnx_runtime() {
    assumeThat(ModelArtifact.isFetched()).as("all-MiniLM-L6-v2 is there").isTrue();
    var model = MiniLm.model();
    var expected = SafeTensors.read(GOLDEN.resolve("minilm.safetensors"));
    var cases = JsonValue.read(GOLDEN.resolve("minilm.json")).get("cases").elements();
    var texts = cases.stream().map(each -> each.get("text").text()).toList();

    var tokens = model.tokens(texts);
    var embeddings = model.embed(texts);

    for (int i = 0; i < texts.size(); i++) {
      var ids = cases.get(i).get("ids").elements().stream().mapToInt(JsonValue::integer).toArray();
      assertThat(tokens.get(i)).as(texts.get(i)).isEqualTo(ids);
      var embedding = expected.get(cases.get(i).get("embedding").get("array").text()).toFloats();
      assertThat(Similarities.cosine(embeddings.get(i), embedding))
          .as(texts.get(i))
          .isGreaterThan(1 - 1e-5);
    }
  }
}
