package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.recorded;
import static io.cambric.fuzz.Inputs.utf8;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.io.event.EventFile;
import io.cambric.io.event.RecordFile;
import io.cambric.io.onnx.OnnxModel;
import io.cambric.io.onnx.OnnxTensor;
import io.cambric.io.onnx.OnnxType;
import io.cambric.module.config.JsonFormat;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Padding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Readers of models, configurations and event files. */
final class ModelTargets {

  private static final String EVENTS = "events.out.tfevents.1700000001.host.1.1";

  private ModelTargets() {}

  static List<FuzzTarget> all() throws IOException {
    return List.of(
        FuzzTarget.of(
            "onnx",
            recorded(
                "interop/onnx",
                "mlp.onnx",
                "conv.onnx",
                "raw-data.onnx",
                "typed-data.onnx",
                "constants.onnx",
                "unpacked-and-unknown.onnx"),
            words("location", "offset", "length", "Gemm", "value"),
            input -> readAll(OnnxModel.read(input))),
        FuzzTarget.of(
            "event files",
            recorded("interop/tensorboard", EVENTS),
            words("/text_summary", "brain.Event:2"),
            EventFile::read),
        FuzzTarget.of(
            "events",
            events(),
            words("/text_summary", "brain.Event:2"),
            input -> EventFile.read(RecordFile.frame(input))),
        FuzzTarget.of(
            "json of modules",
            List.of(
                utf8(modules().write(Dense.of(3).withUseBias(false))),
                utf8(modules().write(Conv.of(8, 3, 3)))),
            words("null", "true", "{", "[", "\"", "1e999", "\\ud800", "java.lang.Runtime", ","),
            input -> modules().read(new String(input, StandardCharsets.UTF_8), Object.class)),
        FuzzTarget.of(
            "json of trees",
            List.of(utf8("{\"a\": [1, 2.5, true, null, \"text\"], \"b\": {\"c\": -1e-3}}")),
            words("null", "true", "{", "[", "\"", "1e999", "\\ud800", "\u0000", ","),
            input ->
                JsonFormat.standard()
                    .read(new String(input, StandardCharsets.UTF_8), Object.class)));
  }

  /** {@return events without their checksums, which hide their content from damage} */
  private static List<byte[]> events() throws IOException {
    var payloads = new ArrayList<byte[]>();
    RecordFile.forEach(
        recorded("interop/tensorboard", EVENTS).getFirst(),
        entry -> {
          var payload = new byte[entry.payload().remaining()];
          entry.payload().get(payload);
          payloads.add(payload);
        });
    return payloads;
  }

  private static JsonFormat modules() {
    return JsonFormat.standard()
        .withModules(Dense.of(1), Conv.of(1, 1))
        .withTypes(Padding.Mode.class);
  }

  private static void readAll(OnnxModel model) {
    model.arrays();
    model.graph().initializers().values().stream()
        .filter(tensor -> tensor.type().dtype().isEmpty())
        .forEach(ModelTargets::read);
  }

  private static void read(OnnxTensor tensor) {
    if (tensor.type() == OnnxType.STRING) {
      tensor.strings();
    } else {
      tensor.raw();
    }
  }
}
