package io.cambric.models.sentence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.models.Activation;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentenceEncoderTest {

  private static final BertConfig CONFIG =
      new BertConfig(20, 12, 0, 2, 1, LayerOptions.of(8, 2, 12, Activation.GELU, 1e-12, 0.1, 0.1));

  @TempDir private Path folder;

  private static Variables variables() {
    var token = NdArray.ofInts(Shape.of(1, 1), new int[] {1});
    return RandomWeights.of(Bert.of(CONFIG), m -> m.call(token, token));
  }

  private static SentenceEncoder encoder(SentenceOptions options) {
    return SentenceEncoder.of(TokenEncoder.of(CONFIG), variables(), options, CONFIG.positions());
  }

  @Test
  void embeddings_keep_their_order_and_do_not_depend_on_the_batch() {
    var encoder = encoder(SentenceOptions.DEFAULT);
    var sentences = new ArrayList<int[]>();
    for (int i = 0; i < 40; i++) {
      var sentence = new int[1 + i * 7 % 11];
      for (int j = 0; j < sentence.length; j++) {
        sentence[j] = 1 + (i + j) % 19;
      }
      sentences.add(sentence);
    }

    var all = encoder.embed(sentences);

    for (int i = 0; i < 40; i += 9) {
      var alone = encoder.embed(sentences.get(i));
      for (int j = 0; j < alone.length; j++) {
        assertThat(all.get(i)[j]).isCloseTo(alone[j], within(1e-5f));
      }
    }
  }

  @Test
  void sentences_of_very_different_lengths_are_not_padded_to_one_length() {
    var config =
        new BertConfig(
            20, 80, 0, 2, 1, LayerOptions.of(8, 2, 12, Activation.GELU, 1e-12, 0.1, 0.1));
    var token = NdArray.ofInts(Shape.of(1, 1), new int[] {1});
    var lengths = new ArrayList<Integer>();
    TokenEncoder bert = TokenEncoder.of(config);
    var encoder =
        SentenceEncoder.of(
            (variables, batch) -> {
              lengths.add(batch.tokens().dim(1));
              return bert.states(variables, batch);
            },
            RandomWeights.of(Bert.of(config), m -> m.call(token, token)),
            SentenceOptions.DEFAULT,
            config.positions());
    var sentences = new ArrayList<int[]>();
    for (int i = 0; i < 8; i++) {
      var sentence = new int[i < 4 ? 60 : 3];
      Arrays.fill(sentence, 1 + i);
      sentences.add(sentence);
    }

    var embeddings = encoder.embed(sentences);

    assertThat(lengths).containsExactly(4, 60);
    assertThat(embeddings.get(7)).isEqualTo(encoder.embed(sentences.subList(4, 8)).get(3));
  }

  @Test
  void an_embedding_is_the_normalised_mean_of_the_states() {
    var tokens = NdArray.ofInts(Shape.of(1, 3), new int[] {4, 5, 6});
    var states = Bert.of(CONFIG).apply(variables(), tokens, Numpy.onesLike(tokens));
    var mean = states.mean(1).concrete("test").toFloats();
    double norm = 0;
    for (float each : mean) {
      norm += each * each;
    }

    var embedding = encoder(SentenceOptions.DEFAULT).embed(4, 5, 6);

    for (int i = 0; i < mean.length; i++) {
      assertThat(embedding[i]).isCloseTo((float) (mean[i] / Math.sqrt(norm)), within(1e-5f));
    }
  }

  @Test
  void a_sentence_that_is_too_long_keeps_its_beginning_and_its_last_token() {
    var encoder = encoder(new SentenceOptions(List.of(SentencePooling.CLS), false, Optional.of(4)));

    assertThat(encoder.longest()).isEqualTo(4);
    assertThat(encoder.embed(1, 2, 3, 4, 5, 6, 7)).isEqualTo(encoder.embed(1, 2, 3, 7));
  }

  @Test
  void a_sentence_without_tokens_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> encoder(SentenceOptions.DEFAULT).embed(List.of(new int[] {1}, new int[0])))
        .withMessageContaining(
            "Embedding needs sentences of at least one token, but sentence 1 has none. Leave it out.");
  }

  @Test
  void each_pooling_looks_at_tokens_that_are_no_padding() {
    Array states = NdArray.of(Shape.of(1, 4, 2), new float[] {1, -8, 3, -2, 5, -2, 100, 100});
    Array mask = NdArray.ofInts(Shape.of(1, 4), new int[] {1, 1, 1, 0});

    assertThat(floats(SentencePooling.MEAN.apply(states, mask))).containsExactly(3, -4);
    assertThat(floats(SentencePooling.CLS.apply(states, mask))).containsExactly(1, -8);
    assertThat(floats(SentencePooling.MAX.apply(states, mask))).containsExactly(5, -2);
    assertThat(floats(SentencePooling.LAST.apply(states, mask))).containsExactly(5, -2);
    assertThat(floats(SentencePooling.WEIGHTED_MEAN.apply(states, mask))[0])
        .isCloseTo(22f / 6, within(1e-5f));
    assertThat(floats(SentencePooling.MEAN_SQRT_LENGTH.apply(states, mask))[0])
        .isCloseTo((float) (9 / Math.sqrt(3)), within(1e-5f));
  }

  private static float[] floats(Array array) {
    return array.concrete("test").toFloats();
  }

  @Test
  void a_folder_of_sentence_transformers_is_read() throws IOException {
    write(
        "modules.json",
        """
        [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
         {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
         {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]
        """);
    write(
        "1_Pooling/config.json",
        "{\"word_embedding_dimension\": 8, \"pooling_mode_cls_token\": true,"
            + " \"pooling_mode_mean_tokens\": true}");
    write("sentence_bert_config.json", "{\"max_seq_length\": 6}");
    write(
        "config.json",
        """
        {"model_type": "bert", "vocab_size": 20, "hidden_size": 8, "num_hidden_layers": 1,
         "num_attention_heads": 2, "intermediate_size": 12, "max_position_embeddings": 12,
         "pad_token_id": 0}
        """);
    SafeTensors.of(BertWeights.names(variables())).write(folder.resolve("model.safetensors"));

    var encoder = SentenceEncoder.read(folder);

    assertThat(encoder.longest()).isEqualTo(6);
    assertThat(encoder.embed(3, 4, 5)).hasSize(16);
    assertThat(SentenceOptions.read(folder).pooling())
        .containsExactly(SentencePooling.CLS, SentencePooling.MEAN);
  }

  @Test
  void steps_and_poolings_that_are_not_known_are_refused() throws IOException {
    write("modules.json", modules("Dense"));
    assertRefused(
        "needs a module of one of the types [Transformer] here at \"$[0].type\", but "
            + "there is the string \"sentence_transformers.models.Dense\". Cambric supports "
            + "a Transformer, a Pooling, then any number of Dense and Normalize.");

    write("modules.json", modules("Transformer", "Pooling", "Pooling"));
    assertRefused("needs a module of one of the types [Normalize, Dense] here at \"$[2].type\"");

    write("modules.json", modules("Transformer"));
    assertRefused("needs a Transformer and a Pooling");

    write("modules.json", modules("Transformer").replace("sentence_transformers.", "mine."));
    assertRefused("but there is the string \"mine.models.Transformer\"");

    write("modules.json", modules("Transformer", "Pooling").replace("1_Pooling", "../x"));
    assertRefused("a folder inside the model's folder");
  }

  private void assertRefused(String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentenceOptions.read(folder))
        .withMessageContaining(message);
  }

  private static String modules(String... names) {
    return Stream.of(names)
        .map(name ->
            "{\"type\": \"sentence_transformers.models.%s\", \"path\": \"%s\"}"
                .formatted(name, name.equals("Transformer") ? "" : "1_" + name))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private void write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void lengths_and_rows_are_padded_a_little() {
    assertThat(LengthBuckets.length(1, 512)).isEqualTo(4);
    assertThat(LengthBuckets.length(9, 512)).isEqualTo(12);
    assertThat(LengthBuckets.length(33, 512)).isEqualTo(36);
    assertThat(LengthBuckets.length(130, 512)).isEqualTo(144);
    assertThat(LengthBuckets.length(11, 10)).isEqualTo(10);
    assertThat(LengthBuckets.rows(1, 32)).isEqualTo(1);
    assertThat(LengthBuckets.rows(3, 32)).isEqualTo(4);
    assertThat(LengthBuckets.rows(4, 32)).isEqualTo(4);
    assertThat(LengthBuckets.rows(5, 32)).isEqualTo(6);
    assertThat(LengthBuckets.rows(25, 32)).isEqualTo(32);
  }
}
