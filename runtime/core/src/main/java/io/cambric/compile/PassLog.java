package io.cambric.compile;

import io.cambric.profiler.event.PassEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The passes of one compilation, with the time and the result of each. Each pass is an event for
 * recordings, and a file of the dump if there is one. Mutable, for one thread; complete once the
 * compilation ends.
 */
final class PassLog {

  /** The name of the program before the first pass. */
  static final String TRACED = "traced";

  /**
   * A pass that ran.
   *
   * @param unit name of the parts that {@code size} counts
   * @param size parts of the program after the pass
   */
  private record Entry(String pass, long nanos, int size, String unit) {}

  private final List<Entry> entries = new ArrayList<>();
  private final PassDump.@Nullable Writer dump;

  private PassLog(PassDump.@Nullable Writer dump) {
    this.dump = dump;
  }

  /** {@return a log that dumps each program} */
  static PassLog dumping(PassDump dump) {
    return new PassLog(dump.nextProgram());
  }

  /** {@return a log without a dump} */
  static PassLog silent() {
    return new PassLog(null);
  }

  /** Registers the program before the first pass. */
  <P> P start(ProgramForm<P> form, P program) {
    int size = form.size().applyAsInt(program);
    add(new Entry(TRACED, 0, size, form.unit()), () -> form.text().apply(program));
    return program;
  }

  /** {@return the result of a pass, after registering it} */
  <P> P run(String pass, ProgramForm<P> form, Supplier<P> rewrite) {
    var event = PassEvent.begun();
    long start = System.nanoTime();
    var program = rewrite.get();
    long nanos = System.nanoTime() - start;
    int size = form.size().applyAsInt(program);
    event.finish(pass, size);
    add(new Entry(pass, nanos, size, form.unit()), () -> form.text().apply(program));
    return program;
  }

  private void add(Entry entry, Supplier<String> text) {
    entries.add(entry);
    if (dump != null) {
      dump.write(entry.pass, text);
    }
  }

  /** {@return a line for each pass: its name, the size of its result, and its time} */
  String toText() {
    var table = new TextTable("pass", "<size", "", "<ms");
    for (var entry : entries) {
      table.set(
          table.reserve(),
          entry.pass,
          Integer.toString(entry.size),
          entry.unit,
          entry.pass.equals(TRACED) ? "" : String.format(Locale.ROOT, "%.2f", entry.nanos / 1e6));
    }
    return table.toText();
  }
}
