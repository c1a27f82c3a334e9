package io.cambric.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The build of the project by Maven, where something is missing or a source is newer; mutable. */
final class Build {

  private final Path root;
  private final Path target;

  /** Its time is the begin of the latest build. */
  private final Path stamp;

  private final Path log;

  private boolean isFresh;

  Build(Path root) {
    this.root = root;
    target = root.resolve("examples").resolve("target");
    stamp = target.resolve("run.stamp");
    log = target.resolve("run.log");
  }

  /** {@return the folder of what the build of the examples makes} */
  Path target() {
    return target;
  }

  /** Builds the examples, unless they are newer than all sources. */
  void examples() throws IOException, InterruptedException, LaunchException {
    boolean isFirst = !Files.exists(stamp);
    if (!isFirst && !Newer.isIn(sources(), stamp)) {
      return;
    }
    System.err.println(
        isFirst
            ? "first start: building (once, a minute or more)"
            : "sources have changed: building");
    var begun = target.resolve("run.stamp.new");
    try {
      Files.createDirectories(target);
      Files.writeString(begun, "");
    } catch (IOException e) {
      throw new LaunchException(
          "The build writes to examples/target, but %s is not writable. Make it writable, or copy the project elsewhere."
              .formatted(target));
    }
    maven("", "examples,examples/launcher,kernels-simd");
    Files.move(begun, stamp, StandardCopyOption.REPLACE_EXISTING);
    isFresh = true;
  }

  /** {@return the poms and main sources of all modules, at most two folders deep} */
  private List<Path> sources() throws IOException {
    var all = new ArrayList<>(List.of(root.resolve("pom.xml")));
    for (var module : folders(root)) {
      addSources(module, all);
      for (var inner : folders(module)) {
        addSources(inner, all);
      }
    }
    return all;
  }

  private static List<Path> folders(Path folder) throws IOException {
    try (var inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).toList();
    }
  }

  private static void addSources(Path module, List<Path> all) {
    Stream.of(module.resolve("pom.xml"), module.resolve("src").resolve("main"))
        .filter(Files::exists)
        .forEach(all::add);
  }

  /** {@return the jar of a part, built if it is missing or a source is newer} */
  Path part(Part part) throws IOException, InterruptedException, LaunchException {
    var folder = root.resolve(part.folder());
    var jar = folder.resolve("target").resolve(folder.getFileName() + ".jar");
    var own = Stream.of(stamp, folder.resolve("pom.xml"), folder.resolve("src"));
    var sources = Stream.concat(own, part.sources().stream().map(root::resolve)).toList();
    if (!Files.exists(jar) || Newer.isIn(sources, jar)) {
      System.err.println(part.message());
      maven(part.profile(), part.folder());
      Files.setLastModifiedTime(jar, FileTime.fromMillis(System.currentTimeMillis()));
    }
    return jar;
  }

  /** {@return the folder of the libraries of a part} */
  Path libs(Part part) {
    return folder(part).resolve("target").resolve("libs");
  }

  /** {@return the folder of a part} */
  Path folder(Part part) {
    return root.resolve(part.folder());
  }

  private void maven(String profile, String modules)
      throws IOException, InterruptedException, LaunchException {
    var command = new ArrayList<String>();
    if (Child.IS_WINDOWS) {
      command.addAll(List.of("cmd", "/c", root.resolve("mvnw.cmd").toString()));
    } else {
      command.add(root.resolve("mvnw").toString());
    }
    command.addAll(List.of("-q", "-B", "-ntp", "-Dmaven.test.skip=true"));
    // A warning of a later JDK's compiler should keep nobody from an example.
    command.add("-Dmaven.compiler.failOnWarning=false");
    if (!profile.isEmpty()) {
      command.add("-P" + profile);
    }
    command.addAll(List.of("-pl", modules, "-am", "package"));
    var maven =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectInput(nothing())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    if (Child.await(maven) != 0) {
      System.err.write(Files.readAllBytes(log));
      throw new LaunchException(
          "The build failed; its output is above, and in examples/target/run.log.");
    }
  }

  private static File nothing() {
    return new File(Child.IS_WINDOWS ? "NUL" : "/dev/null");
  }

  /**
   * Copies the classes of this package if they were built, so that later starts need not compile
   * them. Classes that this process has still to load stay what they are until it ends.
   */
  void keepLauncher() throws IOException {
    if (!isFresh) {
      return;
    }
    var path = Build.class.getPackageName().replace('.', '/');
    var kept = Files.createDirectories(target.resolve("launch").resolve(path));
    var built = root.resolve("examples").resolve("launcher").resolve("target").resolve("classes");
    try (var classes = Files.list(built.resolve(path))) {
      for (var file : classes.toList()) {
        Files.copy(file, kept.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
