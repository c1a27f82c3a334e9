package io.cambric.examples.embed;

import io.cambric.models.sentence.SentenceModel;

/**
 * How well queries find their targets among all targets.
 *
 * @param accuracy fraction of queries whose nearest target is theirs
 * @param reciprocalRank mean of one over the rank of the right target
 */
record Retrieval(double accuracy, double reciprocalRank) {

  /** {@return the retrieval by a model of the pairs that are held back, among all targets} */
  static Retrieval of(SentenceModel model, SentencePairs data) {
    var pairs = data.heldBack();
    var targets = data.targets();
    var candidates = model.embed(targets);
    var queries = model.embed(pairs.stream().map(SentencePair::query).toList());
    double first = 0;
    double reciprocal = 0;
    for (int i = 0; i < pairs.size(); i++) {
      var right = candidates.get(targets.indexOf(pairs.get(i).target()));
      double score = Similarities.cosine(queries.get(i), right);
      int rank = 1;
      for (var candidate : candidates) {
        if (Similarities.cosine(queries.get(i), candidate) > score) {
          rank++;
        }
      }
      first += rank == 1 ? 1 : 0;
      reciprocal += 1.0 / rank;
    }
    return new Retrieval(first / pairs.size(), reciprocal / pairs.size());
  }
}
