package io.cambric.conformance.interop;

import java.util.Map;

/** Models with an encoder, by their classes in Transformers. */
final class EncoderModels {

  static final Map<String, GoldenModel.Factory> BY_CLASS =
      Map.of(
          "BertModel", BertGolden::model,
          "BertForMaskedLM", BertGolden::maskedLm,
          "DistilBertForSequenceClassification", DistilBertGolden::classifier,
          "ViTForImageClassification", ImageGolden::vit,
          "ResNetForImageClassification", ImageGolden::resNet,
          "BartForConditionalGeneration", EncoderDecoderGolden::bart,
          "T5ForConditionalGeneration", EncoderDecoderGolden::t5);

  private EncoderModels() {}
}
