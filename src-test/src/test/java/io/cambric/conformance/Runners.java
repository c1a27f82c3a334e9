package io.cambric.conformance;

import io.cambric.conformance.flax.FlaxRunners;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.interop.DataFilesRunner;
import io.cambric.conformance.interop.EventRunner;
import io.cambric.conformance.interop.KerasFilesRunner;
import io.cambric.conformance.interop.ModelsRunner;
import io.cambric.conformance.interop.NpyRunner;
import io.cambric.conformance.interop.OnnxRunner;
import io.cambric.conformance.interop.OrbaxFilesRunner;
import io.cambric.conformance.interop.SamplingRunner;
import io.cambric.conformance.interop.TensorFlowFilesRunner;
import io.cambric.conformance.interop.TokenizersRunner;
import io.cambric.conformance.interop.TorchFilesRunner;
import io.cambric.conformance.interop.TorchLayersRunner;
import io.cambric.conformance.jax.CallRunner;
import io.cambric.conformance.jax.JaxprRunner;
import io.cambric.conformance.jax.ProgramRunner;
import io.cambric.conformance.jax.PromotionTables;
import io.cambric.conformance.jax.SamplerRunner;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.optax.OptaxRunners;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The runners of cases, by their form. */
final class Runners {

  /** Families of files and models of other libraries, as their headers name them. */
  private static final Set<String> INTEROP =
      Set.of(
          "data-files",
          "models",
          "npy",
          "onnx",
          "sampling",
          "tensorboard",
          "tokenizers",
          "torch-layers");

  private static final Library LIBRARY = new Library();

  private static final JaxprRunner JAXPRS = new JaxprRunner(LIBRARY);

  private static final Map<String, CaseRunner> BY_FORM = byForm();

  private Runners() {}

  private static Map<String, CaseRunner> byForm() {
    var all = new LinkedHashMap<String, CaseRunner>();
    all.put("call", new CallRunner(LIBRARY));
    all.put("program", new ProgramRunner(LIBRARY));
    all.put("random", new SamplerRunner(LIBRARY));
    all.put("jax/jaxprs", JAXPRS);
    FlaxRunners.byFamily().forEach((family, runner) -> all.put("flax/" + family, runner));
    OptaxRunners.byFamily().forEach((family, runner) -> all.put("optax/" + family, runner));
    all.put("interop/npy", new NpyRunner());
    all.put("interop/torch-layers", new TorchLayersRunner());
    all.put("interop/onnx", new OnnxRunner());
    all.put("interop/tensorboard", new EventRunner());
    all.put("interop/data-files", new DataFilesRunner());
    all.put("interop/models", new ModelsRunner());
    all.put("interop/tokenizers", new TokenizersRunner());
    all.put("interop/sampling", new SamplingRunner());
    all.put("checkpoints/torch", new TorchFilesRunner());
    all.put("checkpoints/orbax", new OrbaxFilesRunner());
    all.put("checkpoints/tensorflow", new TensorFlowFilesRunner());
    all.put("checkpoints/keras", new KerasFilesRunner());
    return all;
  }

  /** {@return the checks of the tables in headers} */
  static PromotionTables promotion() {
    return new PromotionTables(LIBRARY);
  }

  /** {@return what is to be said of cases that only inform} */
  static String notes() {
    return JAXPRS.summary();
  }

  static boolean hasForm(String form) {
    return BY_FORM.containsKey(form);
  }

  static CaseRunner of(GoldenCase golden) {
    var form = form(golden);
    var runner = BY_FORM.get(form);
    if (runner == null) {
      throw new UnsupportedFeature("family:" + form);
    }
    return runner;
  }

  /**
   * {@return the name of the form: of Flax and Optax the family, else what the case consists of}
   */
  private static String form(GoldenCase golden) {
    JsonNode json = golden.json();
    if (json.path("call").isString()) {
      return "call";
    }
    if (json.has("program")) {
      return "program";
    }
    if (json.has("op") && json.has("values")) {
      return "random";
    }
    var family = golden.family();
    if (INTEROP.contains(family.header().path("family").asString(""))) {
      return "interop/" + family.header().path("family").asString();
    }
    if (family.title().startsWith("checkpoints/")) {
      return family.title();
    }
    if (family.header().has("variant")) {
      return "flax/" + family.name();
    }
    return (json.has("plain") ? "jax/" : "optax/") + family.name();
  }
}
