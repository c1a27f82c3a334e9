package io.cambric.docs;

import static java.util.stream.Collectors.joining;

import io.cambric.jars.TestClassPath;
import io.cambric.processor.CambricProcessor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * The Java blocks of a page. A block of imports is for all blocks after it. A block with annotated
 * records, or one that begins with a class, declares types for all other blocks. A block with
 * imports and a class is a whole program. Every other block is an example, which runs.
 *
 * @param name of the file
 * @param sources the types that the page declares, by file
 * @param examples in order
 */
record Page(String name, Map<String, String> sources, List<Example> examples) {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```java\\n(.*?)^```\\n(?:\\n```text\\n(.*?)^```\\n)?");
  private static final Pattern PRINTED = Pattern.compile("(?m)IO\\.println\\(.*\\); +// (.*\\n)");

  /** A warning of the processor or the plugin, which a reader of the page would see. */
  private static final Pattern REPORT = Pattern.compile("(?m): warning: \\[[A-Z]");

  private static final Pattern TYPE = Pattern.compile("(?m)^@(Module|PyTree)\\b|\\Aclass ");

  /** {@return a page of the documentation} */
  static Page of(String name) {
    try {
      return of(name, Files.readString(DOCS.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Page of(String name, String page) {
    var sources = new LinkedHashMap<String, String>();
    var examples = new ArrayList<Example>();
    var imports = "";
    var blocks = BLOCK.matcher(page);
    while (blocks.find()) {
      var code = blocks.group(1);
      int line = (int) page.substring(0, blocks.start()).lines().count() + 1;
      if (code.startsWith("import ") && !Example.isProgram(code)) {
        imports = code;
      } else if (!Example.isProgram(code) && TYPE.matcher(code).find()) {
        sources.put("Types" + line, imports + code);
      } else {
        var text = blocks.group(2);
        examples.add(new Example(line, imports, code, text == null ? comments(code) : text));
      }
    }
    return new Page(name, sources, examples);
  }

  private static String comments(String code) {
    return PRINTED.matcher(code).results().map(found -> found.group(1)).collect(joining());
  }

  /**
   * {@return the classes of all types and examples, compiled as a user's build does, without a
   * warning of Cambric}
   *
   * @param folder an empty one, for files
   */
  ClassLoader compiled(Path folder) throws IOException {
    var all = new LinkedHashMap<>(sources);
    examples.forEach(example -> all.put(example.className(), example.source()));
    if (all.isEmpty()) {
      return Page.class.getClassLoader();
    }
    var arguments =
        new ArrayList<>(
            List.of(
                "-parameters",
                "-processor",
                CambricProcessor.class.getName(),
                "--processor-path",
                TestClassPath.text(),
                "-cp",
                TestClassPath.text(),
                "-d",
                folder.toString()));
    for (var each : all.entrySet()) {
      var file = folder.resolve(each.getKey() + ".java");
      arguments.add(Files.writeString(file, each.getValue()).toString());
    }
    var messages = new ByteArrayOutputStream();
    var compiler = ToolProvider.getSystemJavaCompiler();
    int status = compiler.run(null, messages, messages, arguments.toArray(String[]::new));
    var text = messages.toString(StandardCharsets.UTF_8);
    if (status != 0 || REPORT.matcher(text).find()) {
      throw new AssertionError(name + ":\n" + text);
    }
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Page.class.getClassLoader());
  }
}
