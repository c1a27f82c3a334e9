package io.cambric.architecture;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The permitted dependencies between packages: for each package, the packages that it may use. A
 * package stands for the packages below it, too, except for those that have a line of their own.
 */
final class Arrows {

  private static final List<String> RUNTIME_UP_TO_KERNEL =
      List.of(
          "errors",
          "tree",
          "array",
          "profiler.event",
          "kernel.thread",
          "kernel",
          "kernel.scalar",
          "kernel.block",
          "kernel.index",
          "kernel.plain",
          "kernel.straight");

  private static final List<String> RUNTIME_UP_TO_TRANSFORM =
      and(
          RUNTIME_UP_TO_KERNEL,
          "core",
          "recompute",
          "lax.dims",
          "lax.op",
          "lax.special",
          "lax.linalg",
          "lax.conv",
          "lax.attention",
          "lax.collective",
          "lax.sampler",
          "lax",
          "interpreters",
          "control",
          "transform");
  private static final List<String> RUNTIME_UP_TO_NUMPY =
      and(
          RUNTIME_UP_TO_TRANSFORM,
          "numpy.dtype",
          "numpy.option",
          "numpy.result",
          "numpy.routine",
          "numpy.linalg",
          "numpy.nn",
          "numpy.special",
          "numpy");
  private static final List<String> RUNTIME_UP_TO_MODULE =
      and(RUNTIME_UP_TO_NUMPY, "scope", "scope.lift", "module");
  private static final List<String> LIBRARY =
      and(
          RUNTIME_UP_TO_MODULE,
          "annotations",
          "build",
          "profiler",
          "compile",
          "concurrent",
          "file",
          "json",
          "json.tree",
          "module.config",
          "io",
          "io.image",
          "io.iterator",
          "io.npy",
          "io.safetensors",
          "io.checkpoint",
          "io.onnx",
          "io.event",
          "io.weight",
          "serialization");

  /** Each may use those before it. */
  private static final List<String> OPTAX =
      List.of(
          "optax.hyperparameter",
          "optax.schedule",
          "optax.base",
          "optax.tree",
          "optax.microbatch",
          "optax.aggregate",
          "optax.projection",
          "optax.linearalgebra",
          "optax.assignment",
          "optax.perturbations",
          "optax.secondorder",
          "optax.transform",
          "optax.linesearch",
          "optax.wrapper",
          "optax.alias",
          "optax.contrib",
          "optax");

  /** The stages of tokenizers, which users do not see. */
  private static final String[] TEXT = {
    "text.unicode",
    "text.align",
    "text.vocabulary",
    "text.pattern",
    "text.normalize",
    "text.split",
    "text.model",
    "text.post",
    "text.decode"
  };

  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          entry("annotations", List.of()),
          entry("processor", List.of("annotations")),
          entry("errors", List.of()),
          entry("profiler.event", List.of("array")),
          entry("profiler", List.of("errors")),
          entry("build", List.of()),
          entry("tree", List.of("annotations", "errors")),
          entry("array", List.of("annotations", "errors")),
          entry("kernel.thread", runtimeBelow("kernel.thread")),
          entry("kernel", runtimeBelow("kernel")),
          entry("kernel.scalar", runtimeBelow("kernel.scalar")),
          entry("kernel.block", runtimeBelow("kernel.block")),
          entry("kernel.index", runtimeBelow("kernel.index")),
          entry("kernel.plain", runtimeBelow("kernel.plain")),
          entry("kernel.straight", runtimeBelow("kernel.straight")),
          entry("core", runtimeBelow("core")),
          entry("recompute", and(RUNTIME_UP_TO_KERNEL, "core")),
          // Leaves of the operations know the heart, not each other; samplers need gamma functions.
          entry("lax.dims", runtimeBelow("lax.dims")),
          entry("lax.op", runtimeBelow("lax.op")),
          entry("lax.special", runtimeBelow("lax.special")),
          entry("lax.linalg", runtimeBelow("lax.special")),
          entry("lax.conv", runtimeBelow("lax.special")),
          entry("lax.attention", runtimeBelow("lax.special")),
          entry("lax.collective", runtimeBelow("lax.special")),
          entry("lax.sampler", runtimeBelow("lax.linalg")),
          entry("lax", runtimeBelow("lax")),
          entry("interpreters", runtimeBelow("interpreters")),
          entry("control", runtimeBelow("control")),
          // Nothing uses the rewrites: the compiler finds them as a service.
          entry("rewrite", runtimeBelow("transform")),
          entry("transform", runtimeBelow("transform")),
          entry("numpy.dtype", runtimeBelow("numpy.dtype")),
          entry("numpy.option", runtimeBelow("numpy.dtype")),
          entry("numpy.result", runtimeBelow("numpy.dtype")),
          // Chapters of NumPy call each other: a package for each would need circles.
          entry("numpy.routine", runtimeBelow("numpy.routine")),
          entry("numpy.linalg", runtimeBelow("numpy.linalg")),
          entry("numpy.nn", runtimeBelow("numpy.linalg")),
          entry("numpy.special", runtimeBelow("numpy.special")),
          entry("numpy", and(runtimeBelow("numpy"), "annotations")),
          entry("distributed", and(RUNTIME_UP_TO_KERNEL, "core", "lax.op", "lax.collective")),
          entry("scope", runtimeBelow("scope")),
          entry("scope.lift", runtimeBelow("scope.lift")),
          entry("module", runtimeBelow("module")),
          // Operations lower themselves, so the compiler knows none of them.
          entry("compile.jaxpr", and(RUNTIME_UP_TO_KERNEL, "core")),
          entry("compile.fusion", and(RUNTIME_UP_TO_KERNEL, "core", "recompute")),
          entry("compile.step", and(RUNTIME_UP_TO_KERNEL, "core", "compile.fusion")),
          entry("compile.run", and(RUNTIME_UP_TO_KERNEL, "core", "compile.step")),
          entry("compile.memory", and(RUNTIME_UP_TO_KERNEL, "core", "compile.step", "compile.run")),
          entry(
              "compile",
              and(
                  RUNTIME_UP_TO_KERNEL,
                  "core",
                  "compile.jaxpr",
                  "compile.fusion",
                  "compile.step",
                  "compile.run",
                  "compile.memory")),
          entry("concurrent", List.of("errors")),
          entry("file", List.of("errors")),
          entry("json", List.of("errors", "file", "json.tree")),
          entry("json.tree", List.of("errors", "file")),
          entry("io", and(RUNTIME_UP_TO_KERNEL, "core", "file")),
          entry("io.image", and(RUNTIME_UP_TO_KERNEL, "core")),
          entry("io.iterator", List.of("errors", "concurrent")),
          entry("io.npy", and(RUNTIME_UP_TO_KERNEL, "core", "file", "io")),
          entry("io.safetensors.format", and(RUNTIME_UP_TO_KERNEL, "core", "file")),
          entry(
              "io.safetensors",
              and(RUNTIME_UP_TO_KERNEL, "core", "file", "io", "io.safetensors.format")),
          entry(
              "io.checkpoint",
              and(
                  RUNTIME_UP_TO_KERNEL,
                  "core",
                  "concurrent",
                  "file",
                  "io.safetensors",
                  "io.safetensors.format")),
          entry("io.weight", and(RUNTIME_UP_TO_MODULE, "file", "io")),
          entry(
              "module.config",
              and(RUNTIME_UP_TO_MODULE, "annotations", "file", "json", "json.tree")),
          entry("io.protobuf", List.of("errors")),
          entry("io.compression", List.of()),
          entry("io.onnx", and(RUNTIME_UP_TO_KERNEL, "core", "file", "io", "io.protobuf")),
          entry("io.event", and(RUNTIME_UP_TO_KERNEL, "core", "file", "io.image", "io.protobuf")),
          entry("serialization", and(RUNTIME_UP_TO_MODULE, "annotations", "file", "io")),
          entry("kernels.simd.jit", RUNTIME_UP_TO_KERNEL),
          entry("kernels.simd.codegen", simd("jit")),
          entry("kernels.simd.elementwise", simd("jit", "codegen")),
          entry("kernels.simd.micro", simd("jit", "codegen")),
          entry("kernels.simd.gemm", simd("jit", "codegen", "micro")),
          entry("kernels.simd.conv", simd("jit", "elementwise", "micro", "gemm")),
          entry("kernels.simd.attention", simd("jit", "codegen", "micro", "gemm")),
          entry("kernels.simd", simd("jit", "elementwise", "gemm", "conv", "attention")),
          entry("optax.hyperparameter", LIBRARY),
          entry("optax.schedule", and(LIBRARY, "optax.hyperparameter")),
          entry("optax.base", optaxBelow("optax.base")),
          entry("optax.tree", optaxBelow("optax.tree")),
          entry("optax.microbatch", optaxBelow("optax.microbatch")),
          entry("optax.aggregate", optaxBelow("optax.aggregate")),
          entry("optax.projection", optaxBelow("optax.projection")),
          entry("optax.linearalgebra", optaxBelow("optax.linearalgebra")),
          entry("optax.assignment", optaxBelow("optax.assignment")),
          entry("optax.perturbations", optaxBelow("optax.perturbations")),
          entry("optax.secondorder", optaxBelow("optax.secondorder")),
          entry("optax.transform", optaxBelow("optax.transform")),
          entry("optax.linesearch", optaxBelow("optax.linesearch")),
          entry("optax.wrapper", optaxBelow("optax.wrapper")),
          entry("optax.alias", optaxBelow("optax.alias")),
          entry("optax.contrib", optaxBelow("optax.contrib")),
          entry("optax", optaxBelow("optax")),
          entry("nn.summary", LIBRARY),
          entry("nn", LIBRARY),
          entry("nn.serving", LIBRARY),
          entry("nn.writer", LIBRARY),
          entry("nn.report", and(LIBRARY, "nn.writer")),
          entry("nn.training", and(optaxBelow("optax"), "optax", "nn.writer", "nn.report")),
          entry("nn.optim", and(LIBRARY, "optax.hyperparameter", "optax.base")),
          entry("nn.jaxutils", LIBRARY),
          entry("data", and(LIBRARY, "data.file", "data.record")),
          entry("data.file", List.of("errors", "file")),
          entry("data.record", List.of("errors", "file")),
          entry("data.image", and(LIBRARY, "data", "data.file")),
          entry("data.preprocess", and(LIBRARY, "data", "data.record")),
          entry("data.table", and(LIBRARY, "data", "data.file", "data.record", "io.compression")),
          entry("data.text", and(LIBRARY, "data", "data.file")),
          entry("frameworks.pickle", List.of("errors", "file")),
          entry("frameworks.torch", and(LIBRARY, "frameworks.pickle")),
          entry("frameworks.content", LIBRARY),
          entry("frameworks.tensorflow", and(LIBRARY, "frameworks.content", "io.protobuf")),
          entry(
              "frameworks.orbax",
              and(LIBRARY, "frameworks.content", "io.compression", "io.protobuf")),
          entry("frameworks.hdf5", List.of("errors", "file")),
          entry("frameworks.keras", and(LIBRARY, "frameworks.hdf5")),
          entry("text.unicode", List.of("errors")),
          entry("text.align", List.of("errors", "text.unicode")),
          entry("text.vocabulary", and(LIBRARY, "text.unicode")),
          entry("text.pattern", and(LIBRARY, "text.unicode")),
          entry("text.normalize", and(LIBRARY, "text.unicode", "text.align", "text.pattern")),
          entry("text.split", and(LIBRARY, "text.unicode", "text.align", "text.pattern")),
          entry("text.model", and(LIBRARY, "text.vocabulary")),
          entry("text.post", and(LIBRARY, "text.unicode", "text.align", "text.vocabulary")),
          entry("text.decode", and(LIBRARY, "text.align", "text.pattern", "text.split")),
          entry("text", and(LIBRARY, TEXT)),
          entry("text.train", and(LIBRARY, and(List.of(TEXT), "text").toArray(String[]::new))),
          entry("models", and(LIBRARY, "nn", "text")),
          entry("models.decoder", and(LIBRARY, "nn", "models")),
          entry("models.gpt2", and(LIBRARY, "nn", "models", "models.decoder")),
          entry("models.llama", and(LIBRARY, "nn", "models", "models.decoder")),
          entry(
              "models.generate",
              and(
                  LIBRARY,
                  "nn",
                  "models",
                  "models.decoder",
                  "models.generate.logits",
                  "models.gpt2",
                  "models.llama")),
          entry("models.generate.logits", LIBRARY),
          entry(
              "examples",
              and(
                  optaxBelow("optax"),
                  "optax",
                  "distributed",
                  "nn",
                  "nn.summary",
                  "nn.writer",
                  "nn.report",
                  "nn.serving",
                  "nn.training",
                  "data",
                  "data.file",
                  "data.image",
                  "data.preprocess",
                  "text",
                  "text.train",
                  "models",
                  "models.decoder",
                  "models.gpt2",
                  "models.llama",
                  "models.generate")));

  private Arrows() {}

  /** The packages that have a line, sorted. */
  static Stream<String> packages() {
    return ALLOWED.keySet().stream().sorted();
  }

  static boolean allow(String from, String to) {
    return from.equals(to) || ALLOWED.getOrDefault(from, List.of()).contains(to);
  }

  /** The line for a full package name: the longest listed name that it begins with. */
  static Optional<String> lineOf(String packageName) {
    return packages()
        .filter(name -> (packageName + ".").startsWith("io.cambric." + name + "."))
        .max(Comparator.comparingInt(String::length));
  }

  private static List<String> optaxBelow(String name) {
    return and(LIBRARY, OPTAX.subList(0, OPTAX.indexOf(name)).toArray(String[]::new));
  }

  private static List<String> runtimeBelow(String name) {
    var below = RUNTIME_UP_TO_MODULE.subList(0, RUNTIME_UP_TO_MODULE.indexOf(name));
    return and(below, "annotations");
  }

  /** {@return what a room of the kernels may use: the kernel's interface, and other rooms} */
  private static List<String> simd(String... rooms) {
    return and(
        RUNTIME_UP_TO_KERNEL,
        Stream.of(rooms).map(room -> "kernels.simd." + room).toArray(String[]::new));
  }

  private static List<String> and(List<String> names, String... more) {
    var all = new ArrayList<>(names);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }
}
