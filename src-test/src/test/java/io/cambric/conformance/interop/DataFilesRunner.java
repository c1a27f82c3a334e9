package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Csv;
import io.cambric.data.image.Cifar;
import io.cambric.data.image.Idx;
import io.cambric.errors.DataException;
import io.cambric.io.safetensors.SafeTensors;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A case of a raw data file: what it holds, or that it is refused. */
public final class DataFilesRunner implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var file = golden.family().sibling(golden.text("file"));
    if (json.has("wrong")) {
      refused(file, json.get("wrong").asString(), check);
    } else if (json.has("rows")) {
      new CsvCase(file, json, check).run();
    } else if (json.has("recordBytes")) {
      cifar(golden, file, check);
    } else if (json.has("values")) {
      var array = Idx.read(file);
      check.equal("dtype", json.get("dtype").asString(), array.dtype().jaxName());
      check.equal("shape", json.get("shape").toString(), text(array.shape().toArray()));
      for (int i = 0; i < json.get("values").size(); i++) {
        check.equal("value " + i, json.get("values").get(i).doubleValue(), array.getDouble(i));
      }
    } else {
      throw new UnsupportedFeature("data-files:" + golden.id());
    }
  }

  private static String text(int[] numbers) {
    return Arrays.toString(numbers).replace(" ", "");
  }

  private static void refused(Path file, String wrong, Check check) {
    try {
      read(file, wrong);
      // A reader that looks at the bytes takes the content for what it is.
      check.that(wrong.contains("may accept it"), "read, though " + wrong);
    } catch (DataException e) {
      check.that(
          e.getMessage().startsWith("File " + file), "no place in the message: " + e.getMessage());
    }
  }

  private static void read(Path file, String wrong) {
    if (file.toString().endsWith(".bin")) {
      Cifar.read10(file);
    } else if (!file.toString().endsWith(".csv")) {
      Idx.read(file);
    } else if (wrong.contains("not a number")) {
      Csv.of(file).floats();
    } else {
      Csv.of(file).rows().inMemory();
    }
  }

  private static void cifar(GoldenCase golden, Path file, Check check) {
    var json = golden.json();
    Array images;
    if (json.has("labels")) {
      var read = Cifar.read10(file);
      images = read.images();
      labels("labels", json.get("labels"), read.labels(), check);
      var planes = array(golden, "pixelsCHW");
      check.that(same(planes, read.images().transpose(0, 3, 1, 2)), "planes differ");
    } else {
      var read = Cifar.read100(file);
      images = read.images();
      labels("coarse labels", json.get("coarseLabels"), read.coarse(), check);
      labels("fine labels", json.get("fineLabels"), read.fine(), check);
    }
    check.equal("records", json.get("records").intValue(), images.dim(0));
    if (json.has("pixelsHWC")) {
      check.that(same(array(golden, "pixelsHWC"), images), "pixels differ");
    }
  }

  private static NdArray array(GoldenCase golden, String key) {
    var arrays = golden.family().sibling(golden.family().header().get("arrays").asString());
    return SafeTensors.read(arrays).get(golden.json().get(key).get("array").asString());
  }

  private static boolean same(NdArray expected, Array actual) {
    return expected.shape().equals(actual.shape())
        && expected.dtype() == actual.dtype()
        && Arrays.equals(expected.toInts(), actual.toInts());
  }

  private static void labels(String what, JsonNode expected, Array actual, Check check) {
    var numbers =
        StreamSupport.stream(expected.spliterator(), false).mapToInt(JsonNode::intValue).toArray();
    check.equal(what, text(numbers), text(actual.toInts()));
  }
}
