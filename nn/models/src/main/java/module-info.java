/** Models with names and weights of Hugging Face, and generation of text. */
module io.cambric.models {
  requires transitive io.cambric.layers;
  requires transitive io.cambric.core;
  requires transitive io.cambric.io;
  requires transitive io.cambric.linen;
  requires transitive io.cambric.text;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports io.cambric.models;
  exports io.cambric.models.decoder;
  exports io.cambric.models.generate;
  exports io.cambric.models.generate.logits;
  exports io.cambric.models.gpt2;
  exports io.cambric.models.llama;
  exports io.cambric.models.bart;
  exports io.cambric.models.bert;
  exports io.cambric.models.distilbert;
  exports io.cambric.models.encoder;
  exports io.cambric.models.lora;
  exports io.cambric.models.resnet;
  exports io.cambric.models.sentence;
  exports io.cambric.models.seq2seq;
  exports io.cambric.models.t5;
  exports io.cambric.models.vit;
}
