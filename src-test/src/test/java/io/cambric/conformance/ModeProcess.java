package io.cambric.conformance;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.report.FamilyResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A JVM of its own for the cases that were recorded in another mode. */
final class ModeProcess {

  private static final JsonMapper JSON = new JsonMapper();

  private final JvmMode mode;
  private final Process process;
  private final Path results;

  private ModeProcess(JvmMode mode, Process process, Path results) {
    this.mode = mode;
    this.process = process;
    this.results = results;
  }

  /** Starts a JVM of a mode with the memory and modules of this one. */
  static ModeProcess start(JvmMode mode, Path folder, String only) throws IOException {
    var results = Files.createTempFile("golden", ".json");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-Xmx") || argument.startsWith("--add-modules"))
        .forEach(command::add);
    command.addAll(mode.flags());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ModeProcess.class.getName(),
            folder.toString(),
            only,
            results.toString()));
    return new ModeProcess(mode, new ProcessBuilder(command).inheritIO().start(), results);
  }

  /** {@return the results by title, when the JVM has ended} */
  Map<String, FamilyResult> results() throws IOException, InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException("the JVM of mode " + mode + " ended with status " + status);
    }
    var byTitle = new LinkedHashMap<String, FamilyResult>();
    for (var node : JSON.readTree(Files.readString(results))) {
      var result = FamilyResult.of(node);
      byTitle.put(result.title(), result);
    }
    Files.delete(results);
    return byTitle;
  }

  /**
   * Runs the families of a folder and writes their results.
   *
   * @param args the folder, how the titles begin, and the file for the results
   */
  public static void main(String[] args) throws IOException {
    var run = GoldenRun.of(Path.of(args[0]));
    var all = JSON.createArrayNode();
    for (var family : GoldenFolder.families(Path.of(args[0]))) {
      if (family.title().startsWith(args[1])) {
        all.add(run.run(family).toJson());
      }
    }
    Files.writeString(Path.of(args[2]), JSON.writeValueAsString(all));
  }
}
