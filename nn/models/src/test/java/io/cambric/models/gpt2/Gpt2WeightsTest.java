package io.cambric.models.gpt2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.models.decoder.Decoding;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Gpt2WeightsTest {

  private static final Gpt2Config CONFIG = Gpt2Config.ofSize(7, 6, 4, 2, 2);
  private static final NdArray TOKENS = NdArray.ofInts(Shape.of(1, 3), 1, 5, 2);

  private static Variables variables(Gpt2Config config) {
    return Gpt2.of(config).init(Key.of(3), (Gpt2 model) -> model.call(TOKENS));
  }

  @Test
  void weights_that_are_exported_load_as_themselves() {
    for (var config :
        new Gpt2Config[] {CONFIG, CONFIG.withTieWordEmbeddings(false).withNInner(5)}) {
      var variables = variables(config);
      var exported = Gpt2Weights.export(variables, config);
      assertThat(exported.keySet())
          .contains("transformer.wte.weight", "transformer.h.1.attn.c_attn.bias");
      assertThat(exported.containsKey("lm_head.weight")).isNotEqualTo(config.tieWordEmbeddings());
      var loaded = Gpt2Weights.load(exported, config);
      assertThat(Decoding.same(loaded, variables)).isTrue();
    }
  }

  @Test
  void names_without_prefix_and_masks_of_older_files_are_read() {
    var variables = variables(CONFIG);
    var older = new LinkedHashMap<String, Array>();
    Gpt2Weights.export(variables, CONFIG)
        .forEach((name, array) -> older.put(name.replace("transformer.", ""), array));
    older.put("h.0.attn.bias", Numpy.ones(1, 1, 6, 6));
    older.put("h.1.attn.masked_bias", Numpy.zeros(1));
    assertThat(Decoding.same(Gpt2Weights.load(older, CONFIG), variables)).isTrue();
  }

  @Test
  void variables_have_the_dtype_of_the_table() {
    var halves = new LinkedHashMap<String, Array>();
    Gpt2Weights.export(variables(CONFIG), CONFIG)
        .forEach((name, array) -> halves.put(name, array.astype(DType.BF16)));
    var loaded = Gpt2Weights.load(halves, CONFIG);
    assertThat(loaded.params().get("ln_f", "scale").dtype()).isEqualTo(DType.BF16);
    Array logits = Gpt2.of(CONFIG).apply(loaded, (Gpt2 model) -> model.call(TOKENS));
    assertThat(logits.dtype()).isEqualTo(DType.BF16);
  }

  @Test
  void a_file_of_another_size_is_refused_with_all_differences() {
    var exported = Gpt2Weights.export(variables(CONFIG), CONFIG);
    assertThatThrownBy(() -> Gpt2Weights.load(exported, CONFIG.withNLayer(1).withVocabSize(8)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("transformer.wte.weight")
        .hasMessageContaining("transformer.h.1.ln_1.weight");
    assertThatThrownBy(() -> Gpt2Weights.load(Map.<String, Array>of(), CONFIG))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("params/wte/embedding");
  }
}
