package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.Report;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** All checks of signatures and types. */
public final class Checks {

  private final List<FormCheck> moduleForms;
  private final List<ModuleCheck> modules;

  /** The checks, asking the compiler's utilities. */
  public Checks(Elements elements, Types types) {
    moduleForms = List.of(new ModuleFormCheck(), new SetupFormCheck());
    modules = List.of();
  }

  /** {@return whether a {@code @Module} type may be read} */
  public boolean mayReadModule(TypeElement type, Report report) {
    return passes(moduleForms, type, report);
  }

  /** Checks a definition that has been read. */
  public void check(ModuleModel module, Report report) {
    modules.forEach(check -> check.check(module, report));
  }

  private static boolean passes(List<FormCheck> checks, TypeElement type, Report report) {
    boolean passes = true;
    for (var check : checks) {
      passes &= check.check(type, report);
    }
    return passes;
  }
}
