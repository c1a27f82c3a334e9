package io.cambric.benchmarks.rivals;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.cambric.models.sentence.SentenceModel;
import java.util.List;

/**
 * A model of sentences as an {@code EmbeddingModel} of langchain4j, so that its stores and
 * retrievers run on pure Java.
 *
 * {@snippet :
 * EmbeddingModel model = new CambricEmbeddingModel(SentenceModel.miniLm());
 * Embedding embedding = model.embed("one sentence").content();
 * }
 */
public final class CambricEmbeddingModel implements EmbeddingModel {

  private final SentenceModel model;

  /** Makes an adapter of a model. */
  public CambricEmbeddingModel(SentenceModel model) {
    this.model = model;
  }

  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
    var texts = segments.stream().map(TextSegment::text).toList();
    return Response.from(model.embed(texts).stream().map(Embedding::from).toList());
  }

  @Override
  public int dimension() {
    return model.embed(List.of("")).getFirst().length;
  }
}
