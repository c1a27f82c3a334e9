package io.cambric.text.train;

import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The tokenizer file of a training. */
record TrainedFile(
    TokenList tokens,
    List<PairCounts.Pair> merges,
    List<String> specialTokens,
    boolean addPrefixSpace) {

  String toJson() {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      write(json);
    }
    return text.toString();
  }

  private void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("version", "1.0");
    json.writeArrayPropertyStart("added_tokens");
    specialTokens.stream().distinct().forEach(token -> writeSpecial(token, json));
    json.writeEndArray();
    writeByteLevel("pre_tokenizer", addPrefixSpace, true, json);
    writeByteLevel("post_processor", true, false, json);
    writeByteLevel("decoder", true, true, json);
    json.writeName("model");
    writeModel(json);
    json.writeEndObject();
  }

  private void writeSpecial(String token, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("content", token);
    for (var option : new String[] {"single_word", "lstrip", "rstrip", "normalized"}) {
      json.writeBooleanProperty(option, false);
    }
    json.writeBooleanProperty("special", true);
    json.writeEndObject();
  }

  private static void writeByteLevel(
      String stage, boolean addPrefixSpace, boolean trimOffsets, JsonGenerator json) {
    json.writeObjectPropertyStart(stage);
    json.writeStringProperty("type", "ByteLevel");
    json.writeBooleanProperty("add_prefix_space", addPrefixSpace);
    json.writeBooleanProperty("trim_offsets", trimOffsets);
    json.writeBooleanProperty("use_regex", true);
    json.writeEndObject();
  }

  private void writeModel(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("type", "BPE");
    json.writeObjectPropertyStart("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      json.writeNumberProperty(tokens.token(id), id);
    }
    json.writeEndObject();
    json.writeArrayPropertyStart("merges");
    for (var pair : merges) {
      json.writeStartArray();
      json.writeString(tokens.token(pair.left()));
      json.writeString(tokens.token(pair.right()));
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
