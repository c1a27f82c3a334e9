package io.cambric.io.onnx;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.MappedFile;
import io.cambric.io.protobuf.ProtoSource;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An ONNX file: its graph with the weights, its versions and free text; an immutable value.
 *
 * <p>Reading checks the whole description: names, types, shapes, and that each tensor has all of
 * its elements. Elements stay in the mapped file until they are requested, so a large model takes
 * little heap. Elements may also lie in other files, in the folder of the model or below it. Files
 * outside of that folder are refused, and so is a damaged or hostile model.
 *
 * {@snippet :
 * var model = OnnxModel.read(Path.of("model.onnx"));
 * for (var tensor : model.graph().initializers().values()) {
 *   System.out.println(tensor);
 * }
 * NdArray kernel = model.graph().tensor("fc1.weight").array();
 * }
 *
 * @param irVersion the version of the file format
 * @param producer the program that wrote the file, with its version; may be empty
 * @param operatorSets the version of each set of operators by its domain, which is empty for ONNX
 *     itself
 * @param metadata free text by key
 * @param graph the main graph
 * @see <a href="https://onnx.ai/onnx/repo-docs/IR.html">ONNX IR</a>
 */
public record OnnxModel(
    long irVersion,
    String producer,
    Map<String, Long> operatorSets,
    Map<String, String> metadata,
    OnnxGraph graph) {

  private static final String KIND = "an ONNX file";

  /**
   * {@return the model of a file}
   *
   * @throws DataException if the file is missing or damaged, or a file that it refers to is
   *     missing, damaged or outside of the folder; also if the model has sparse initializers
   */
  public static OnnxModel read(Path file) {
    var bytes = InputFile.read(file, KIND, MappedFile::of);
    var source = new ProtoSource(file.toString(), KIND, bytes, 0);
    var files = new ExternalFiles(file.toAbsolutePath().getParent());
    return MappedFile.read("File " + file, () -> ModelReader.read(source, files));
  }

  /**
   * {@return the model in these bytes, which must not change afterwards}
   *
   * @throws DataException if they are damaged or refer to a file; also if the model has sparse
   *     initializers
   */
  public static OnnxModel read(byte[] bytes) {
    var source = new ProtoSource("The model", KIND, MemorySegment.ofArray(bytes), 0);
    return ModelReader.read(source, new ExternalFiles(null));
  }

  /**
   * {@return the initializers whose dtype Cambric computes with, by name, all read now}
   *
   * @throws DataException if an element does not fit into its type
   */
  public Map<String, NdArray> arrays() {
    var arrays = new LinkedHashMap<String, NdArray>();
    graph
        .initializers()
        .forEach((name, tensor) -> {
          if (tensor.type().dtype().isPresent()) {
            arrays.put(name, tensor.array());
          }
        });
    return Collections.unmodifiableMap(arrays);
  }
}
