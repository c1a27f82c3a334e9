package io.cambric.site;

import io.cambric.jars.TestClassPath;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.DocumentationTool;
import javax.tools.ToolProvider;

/**
 * The Javadoc of all published modules in one tree, with links between them.
 *
 * <p>Generated façades, layers and function types are what users call, so they are there. Generated
 * helpers are not: flatteners, and the interfaces that withers come from. A copy of the sources
 * marks them as hidden; the withers then show at the records that have them.
 *
 * <p>The build of the site does not fetch Spark: its types are declared here ({@link
 * ForeignTypes}).
 */
final class ApiDocs {

  /** Modules that export packages to users, with their folders. */
  private static final Map<String, String> MODULES = modules();

  private static final String SPARK = "io.cambric.spark";

  /** The artifact is on the class path, as Spark is, and has no descriptor; Javadoc needs one. */
  private static final String SPARK_DESCRIPTOR =
      """
      /** Training and prediction on a Spark cluster. The artifact is for the class path. */
      module io.cambric.spark {
        requires transitive io.cambric.data;
        requires transitive io.cambric.distributed;
        requires transitive io.cambric.training;
        requires static transitive org.jspecify;

        exports io.cambric.spark;
      }
      """;

  /** The withers of a record, which only a build with Spark generates. */
  private static final Pattern WITHERS = Pattern.compile("\\s+implements \\w+With<[^>]*>");

  private static final String STYLE = "api.css";
  private static final Pattern HELPER = Pattern.compile(".*(?:_Flattener|With)\\.java");

  /** In the paths of the project's jars in a local repository. */
  private static final String OWN = Path.of("io", "cambric").toString();

  private ApiDocs() {}

  private static Map<String, String> modules() {
    var modules = new LinkedHashMap<String, String>();
    modules.put("io.cambric.core", "runtime/core");
    modules.put("io.cambric.linen", "runtime/linen");
    modules.put("io.cambric.layers", "nn/layers");
    modules.put("io.cambric.training", "nn/training");
    modules.put("io.cambric.serving", "nn/serving");
    modules.put("io.cambric.flax.optim", "nn/flax-optim");
    modules.put("io.cambric.optax", "optax");
    modules.put("io.cambric.data", "nn/data");
    modules.put("io.cambric.io", "runtime/io");
    modules.put("io.cambric.frameworks", "nn/frameworks");
    modules.put("io.cambric.distributed", "runtime/distributed");
    modules.put("io.cambric.base", "runtime/base");
    modules.put("io.cambric.text", "nn/text");
    modules.put("io.cambric.models", "nn/models");
    modules.put(SPARK, "nn/spark");
    modules.put("io.cambric.annotations", "annotations");
    return modules;
  }

  /**
   * Runs the tool.
   *
   * @param root of the project, whose main code has been compiled
   * @param out folder of the result
   * @param version of the project
   */
  static void write(Path root, Path out, String version) throws IOException {
    var sources = Files.createTempDirectory("api-sources");
    var foreign = Files.createTempDirectory("api-foreign");
    try {
      for (var module : MODULES.entrySet()) {
        var folder = root.resolve(module.getValue());
        var target = sources.resolve(module.getKey());
        copy(folder.resolve("src/main/java"), target, false);
        copy(folder.resolve("target/generated-sources/annotations"), target, true);
      }
      copy(
          root.resolve("processor/build/src/main/java"),
          sources.resolve("io.cambric.build"),
          false);
      declareSpark(sources.resolve(SPARK), foreign);
      Files.writeString(sources.resolve(STYLE), Resource.text(STYLE));
      run(root, sources, foreign, out, version);
    } finally {
      delete(sources);
      delete(foreign);
    }
  }

  private static void declareSpark(Path sources, Path foreign) throws IOException {
    var texts = new ArrayList<String>();
    try (var files = Files.walk(sources)) {
      for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        var text = WITHERS.matcher(Files.readString(file)).replaceAll("");
        Files.writeString(file, text);
        texts.add(text);
      }
    }
    Files.writeString(sources.resolve("module-info.java"), SPARK_DESCRIPTOR);
    new ForeignTypes(texts).compile(foreign);
  }

  private static void copy(Path from, Path to, boolean isGenerated) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (var files = Files.walk(from)) {
      for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        var target = to.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        var text = Files.readString(file);
        boolean isHidden = isGenerated && HELPER.matcher(file.toString()).matches();
        Files.writeString(target, isHidden ? hidden(text) : text);
      }
    }
  }

  /** {@return a source whose type has the tag that hides it} */
  static String hidden(String source) {
    int start = source.indexOf("/**");
    int type = source.indexOf("\npublic ");
    return start >= 0 && start < type
        ? source.substring(0, start) + "/**\n * @hidden\n *" + source.substring(start + 3)
        : source.replaceFirst("\npublic ", "\n/** @hidden */\npublic ");
  }

  private static void run(Path root, Path sources, Path foreign, Path out, String version)
      throws IOException {
    var messages = new StringWriter();
    DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
    try (var files = tool.getStandardFileManager(null, null, null)) {
      var task =
          tool.getTask(
              messages, files, null, null, arguments(root, sources, foreign, out, version), null);
      if (!task.call()) {
        throw new IllegalStateException("Javadoc failed:\n" + messages);
      }
    }
  }

  private static List<String> arguments(
      Path root, Path sources, Path foreign, Path out, String version) {
    var title = "Cambric " + version;
    var arguments =
        new ArrayList<>(
            List.of(
                "-quiet",
                "-notimestamp",
                "-Xdoclint:none",
                "-encoding",
                "UTF-8",
                "-windowtitle",
                title,
                "-doctitle",
                title,
                "-header",
                "<a href=\"{@docRoot}/../index.html\">Cambric</a>",
                "--add-stylesheet",
                sources.resolve(STYLE).toString(),
                "--module-source-path",
                sources.toString(),
                "--module",
                String.join(",", MODULES.keySet()),
                "--show-packages",
                "exported",
                "--add-reads",
                "io.cambric.core=ALL-UNNAMED",
                "--add-reads",
                "io.cambric.data=ALL-UNNAMED",
                "--add-reads",
                SPARK + "=ALL-UNNAMED",
                "--add-reads",
                SPARK + "=io.cambric.build",
                "-d",
                out.toString()));
    arguments.addAll(List.of("--module-path", jars(root)));
    arguments.addAll(List.of("--class-path", jars(root) + File.pathSeparator + foreign));
    return arguments;
  }

  /** {@return the libraries of this JVM, without the jars of the project} */
  private static String jars(Path root) {
    return TestClassPath.entries()
        .filter(entry -> entry.toString().endsWith(".jar"))
        .filter(entry -> !entry.startsWith(root) && !entry.toString().contains(OWN))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
