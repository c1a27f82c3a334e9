package io.cambric.compile;

import io.cambric.errors.NestingException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The dump of the compiler: a text file for each program and pass. The name of a file consists of
 * the number of the program, the number of the pass and the name of the pass: {@code
 * 0001-03-CommonSubexpressions.txt}.
 *
 * <p>A dump never breaks a compilation. The first file that cannot be written causes a warning and
 * ends the dump. Safe for many threads.
 */
final class PassDump {

  /** The system property that names the folder. */
  static final String PROPERTY = "cambric.compile.dump";

  private static final System.Logger LOG = System.getLogger("io.cambric.compile");

  private final Path folder;
  private final AtomicInteger programs = new AtomicInteger();
  private final AtomicBoolean failed = new AtomicBoolean();

  /** Dumps into a folder, which is created with the first file. */
  PassDump(Path folder) {
    this.folder = folder;
  }

  /**
   * {@return the dump into the folder that the system property names, or {@code null} without one}
   */
  static @Nullable PassDump ofProperty() {
    var folder = System.getProperty(PROPERTY, "");
    try {
      return folder.isEmpty() ? null : new PassDump(Path.of(folder));
    } catch (InvalidPathException e) {
      warn(folder, e);
      return null;
    }
  }

  /** {@return the writer for the files of the next program} */
  Writer nextProgram() {
    return new Writer(programs.incrementAndGet());
  }

  /** The files of one program; mutable, for one thread. */
  final class Writer {

    private final int program;
    private int passes;

    private Writer(int program) {
      this.program = program;
    }

    /** Writes the program after a pass. */
    void write(String pass, Supplier<String> text) {
      if (failed.get()) {
        return;
      }
      var name = String.format(Locale.ROOT, "%04d-%02d-%s.txt", program, passes++, pass);
      var file = folder.resolve(name);
      try {
        Files.createDirectories(folder);
        Files.writeString(file, text.get().stripTrailing() + "\n");
      } catch (IOException | NestingException e) {
        if (failed.compareAndSet(false, true)) {
          warn(file.toString(), e);
        }
      }
    }
  }

  private static void warn(String file, Exception cause) {
    LOG.log(
        Level.WARNING,
        () ->
            "The dump of compiled programs has ended, because %s could not be written: %s. Name a writable folder with -D%s."
                .formatted(file, cause, PROPERTY));
  }
}
