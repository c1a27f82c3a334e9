package io.cambric.conformance.interop;

import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.onnx.OnnxModel;
import io.cambric.io.onnx.OnnxNode;
import io.cambric.io.onnx.OnnxTensor;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A case of the model of sentences: its embedding, and how near it is to those of the others. The
 * model itself is not part of the golden values. Where {@code -Donnx.minilm=FILE} names it, its
 * weights are compared, too.
 */
final class SentenceCase implements CaseRunner {

  private static final @Nullable String MODEL = System.getProperty("onnx.minilm");

  private static final Tolerance EMBEDDINGS = Tolerance.of(0, 1e-4);

  /** The recorded sums were added in double precision, in another order. */
  private static final double SUMS = 1e-6;

  @Override
  public void run(GoldenCase golden, Check check) {
    var embedding = golden.array(golden.json().get("embedding"));
    if (golden.json().has("last_hidden_state")) {
      var hidden = golden.array(golden.json().get("last_hidden_state"));
      check.array("embedding", embedding, normalized(Numpy.mean(hidden, 0)), EMBEDDINGS);
    }
    var root = golden.family().header();
    var cosines = root.get("cosine").get(golden.number());
    for (int i = 0; i < cosines.size(); i++) {
      var other = golden.array(root.at("/cases/%d/embedding".formatted(i)));
      double cosine = Numpy.dot(embedding, other).concrete("cosine").getDouble(0);
      check.that(
          Math.abs(cosine - cosines.get(i).doubleValue()) <= 1e-5,
          "cosine %d: expected %s but was %s".formatted(i, cosines.get(i), cosine));
    }
    if (golden.number() == 0) {
      weights(root, check);
    }
  }

  private static NdArray normalized(Array x) {
    return Numpy.divide(x, Linalg.norm(x)).concrete("embedding");
  }

  private static void weights(JsonNode root, Check check) {
    if (MODEL == null) {
      System.out.printf(
          "Skipped: the weights of %s. Name its file with -Donnx.minilm=FILE.%n",
          root.get("resource").asString());
      return;
    }
    var model = OnnxModel.read(Path.of(MODEL));
    check.equal("irVersion", root.get("irVersion").longValue(), model.irVersion());
    var operators =
        model.graph().nodes().stream()
            .collect(Collectors.groupingBy(OnnxNode::operator, Collectors.counting()));
    var recorded = new HashMap<String, Long>();
    root.get("opCounts").forEachEntry((name, count) -> recorded.put(name, count.longValue()));
    check.equal("operators", recorded, operators);
    var names = root.get("initializers").valueStream().map(each -> each.get("name").asString());
    check.equal("names", names.toList(), List.copyOf(model.graph().initializers().keySet()));
    root.get("initializers")
        .forEach(each -> sums(each, model.graph().tensor(each.get("name").asString()), check));
  }

  private static void sums(JsonNode expected, OnnxTensor tensor, Check check) {
    var dims = expected.get("dims").valueStream().mapToInt(JsonNode::intValue).toArray();
    check.equal(tensor.name() + " dims", Shape.of(dims), tensor.shape());
    var array = tensor.array();
    double sum = 0;
    double absoluteSum = 0;
    for (int i = 0; i < array.size(); i++) {
      sum += array.getDouble(i);
      absoluteSum += Math.abs(array.getDouble(i));
    }
    double allowed = SUMS * (1 + absoluteSum);
    check.that(
        Math.abs(sum - expected.get("sum").doubleValue()) <= allowed,
        tensor.name() + " sum " + sum);
    check.that(
        Math.abs(absoluteSum - expected.get("absSum").doubleValue()) <= allowed,
        tensor.name() + " sum of absolute values " + absoluteSum);
  }
}
