package io.cambric.examples.embed;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.json.JsonValue;
import io.cambric.models.bert.Bert;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertWeights;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A folder of sentence-transformers with a small random BERT, whose words are w0, w1 and so on. */
final class SmallModel {

  private static final int WORDS = 40;

  private static final String CONFIG =
      """
      {"model_type": "bert", "vocab_size": 44, "hidden_size": 16, "num_hidden_layers": 1,
       "num_attention_heads": 2, "intermediate_size": 24, "max_position_embeddings": 16,
       "pad_token_id": 0}
      """;

  private SmallModel() {}

  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("1_Pooling"));
    Files.writeString(
        folder.resolve("modules.json"),
        """
        [{"path": "", "type": "sentence_transformers.models.Transformer"},
         {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
         {"path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]
        """);
    Files.writeString(
        folder.resolve("1_Pooling/config.json"), "{\"pooling_mode_mean_tokens\": true}");
    Files.writeString(folder.resolve("config.json"), CONFIG);
    Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
    var config = BertConfig.of(JsonValue.parse("config.json", CONFIG));
    NdArray token = Numpy.ones(Shape.of(1, 1), DType.I32).concrete("SmallModel");
    var variables = Bert.of(config).init(Key.of(0), token, token);
    SafeTensors.of(BertWeights.names(variables)).write(folder.resolve("model.safetensors"));
    return folder;
  }

  private static String tokenizer() {
    var words =
        Stream.concat(
                Stream.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
                IntStream.range(0, WORDS).mapToObj(i -> "w" + i))
            .toList();
    var vocabulary =
        IntStream.range(0, words.size())
            .mapToObj(i -> "\"%s\": %d".formatted(words.get(i), i))
            .collect(Collectors.joining(", "));
    return """
    {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
     "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"},
     "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
     "decoder": null,
     "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
               "max_input_chars_per_word": 100, "vocab": {%s}}}
    """
        .formatted(vocabulary);
  }
}
