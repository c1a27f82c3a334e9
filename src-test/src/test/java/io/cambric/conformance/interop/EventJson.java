package io.cambric.conformance.interop;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.report.Check;
import io.cambric.io.event.Event;
import io.cambric.io.event.Histogram;
import io.cambric.io.event.Summary;
import io.cambric.io.event.SummaryValue;
import io.cambric.io.image.Png;
import io.cambric.numpy.Numpy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Events as the cases describe them. */
final class EventJson {

  private EventJson() {}

  static Event event(JsonNode json) {
    return new Event(
        json.get("wallTime").doubleValue(),
        json.get("step").longValue(),
        json.path("fileVersion").asString(""),
        json.at("/sourceMetadata/writer").asString(""),
        false,
        json.path("values").valueStream().map(EventJson::summary).toList());
  }

  private static Summary summary(JsonNode json) {
    var plugin = json.at("/metadata/pluginData");
    return new Summary(
        json.get("tag").asString(),
        plugin.path("pluginName").asString(""),
        ByteBuffer.wrap(Base64.getDecoder().decode(plugin.path("content").asString(""))),
        value(json));
  }

  private static SummaryValue value(JsonNode json) {
    return switch (json.get("kind").asString("")) {
      case "simple_value" ->
          new SummaryValue.Scalar((float) Scalars.number(json.get("simpleValue")));
      case "histo" -> histogram(json.get("histogram"));
      case "image" -> image(json.get("image"));
      case "tensor" -> tensor(json.get("tensor"));
      default -> new SummaryValue.Other();
    };
  }

  private static Histogram histogram(JsonNode json) {
    return new Histogram(
        json.get("min").doubleValue(),
        json.get("max").doubleValue(),
        json.get("num").doubleValue(),
        json.get("sum").doubleValue(),
        json.get("sumSquares").doubleValue(),
        doubles(json.get("bucketLimit")),
        doubles(json.get("bucket")));
  }

  private static List<Double> doubles(JsonNode list) {
    return list.valueStream().map(Scalars::number).toList();
  }

  private static SummaryValue image(JsonNode json) {
    return new SummaryValue.Image(
        json.get("height").intValue(),
        json.get("width").intValue(),
        json.get("colorspace").intValue(),
        hex(json.get("pngHex")));
  }

  private static SummaryValue tensor(JsonNode json) {
    return new SummaryValue.Tensor(
        json.get("dtype").intValue(),
        json.get("shape").valueStream().map(JsonNode::longValue).toList(),
        json.get("strings").valueStream().map(JsonNode::asString).toList(),
        json.get("floats").valueStream().map(number -> (float) Scalars.number(number)).toList(),
        hex(json.get("contentHex")));
  }

  private static ByteBuffer hex(JsonNode text) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(text.asString()));
  }

  /** {@return the value of a tag; null if there is none} */
  static @Nullable SummaryValue value(List<Event> events, String tag) {
    return events.stream()
        .flatMap(event -> event.summaries().stream())
        .filter(summary -> summary.tag().equals(tag))
        .map(Summary::value)
        .findFirst()
        .orElse(null);
  }

  /** Compares the pixels of a recorded image, and of one that is written anew. */
  static void image(String tag, JsonNode json, List<Event> events, Check check) {
    var dims = json.get("chw").valueStream().mapToInt(JsonNode::intValue).toArray();
    var planes = Scalars.array(json.get("values"), DType.U8, Shape.of(dims));
    var image = Numpy.transpose(planes, 1, 2, 0);
    var expected = new ArrayList<Integer>();
    for (int i = 0; i < dims[1] * dims[2]; i++) {
      for (int channel = 0; channel < 3; channel++) {
        expected.add((int) planes.getLong(channel % dims[0] * dims[1] * dims[2] + i));
      }
    }
    if (!(value(events, tag) instanceof SummaryValue.Image recorded)) {
      check.fail("no image " + tag);
      return;
    }
    var bytes = new byte[recorded.encoded().remaining()];
    recorded.encoded().get(bytes);
    check.equal(tag + " as recorded", expected, pixels(bytes));
    check.equal(tag + " as written", expected, pixels(Png.encode(image)));
  }

  private static List<Integer> pixels(byte[] png) {
    try {
      var image = ImageIO.read(new ByteArrayInputStream(png));
      var pixels = new ArrayList<Integer>();
      for (int y = 0; y < image.getHeight(); y++) {
        for (int x = 0; x < image.getWidth(); x++) {
          for (int channel = 0; channel < 3; channel++) {
            var raster = image.getRaster();
            pixels.add(raster.getSample(x, y, channel % raster.getNumBands()));
          }
        }
      }
      return pixels;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
