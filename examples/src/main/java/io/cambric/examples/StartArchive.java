package io.cambric.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A class data sharing archive of the classes that a run has loaded, parsed and verified. Later
 * starts of {@code ./run} map the archive and are shorter. The JVM must have been started with
 * {@code -XX:+RecordDynamicDumpInfo}.
 */
final class StartArchive {

  /** Names the file to write; {@code ./run} sets it where there is none. */
  private static final String PROPERTY = "cambric.examples.archive";

  private static final System.Logger LOG = System.getLogger("io.cambric.examples");

  private StartArchive() {}

  /** Writes the archive that is asked for, if one is; everything works without it, too. */
  static void writeIfAsked() {
    var file = System.getProperty(PROPERTY);
    if (file != null) {
      try {
        write(Path.of(file));
      } catch (IOException | JMException e) {
        LOG.log(Level.DEBUG, "The archive of classes cannot be written.", e);
      }
    }
  }

  private static void write(Path file) throws IOException, JMException {
    var unfinished = Path.of(file + "." + ProcessHandle.current().pid());
    var out = System.out;
    try {
      // The JVM prints what it has done.
      System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "vmCds",
              new Object[] {new String[] {"dynamic_dump", unfinished.toString()}},
              new String[] {String[].class.getName()});
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      System.setOut(out);
      Files.deleteIfExists(unfinished);
    }
  }
}
