package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.Report;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** All checks of signatures and types. */
public final class Checks {

  private final Report report;
  private final List<FormCheck> moduleForms;
  private final List<FormCheck> treeForms;
  private final List<ModuleCheck> modules;

  /** The checks, asking the compiler's utilities and reporting to {@code report}. */
  public Checks(Elements elements, Types types, Report report) {
    this.report = report;
    var valueTypes = new ValueTypes(elements, types);
    moduleForms = List.of(new ModuleFormCheck(), new MethodFormCheck(), new SetupFormCheck());
    treeForms = List.of(new TreeFormCheck(), new TreeComponentCheck(valueTypes, types));
    modules =
        List.of(
            new ComponentIsValueCheck(valueTypes),
            new ThrowsNothingCheckedCheck(elements, types),
            new VisibilityCheck(elements),
            new MemberCollisionCheck(elements, types),
            new NowrapTakesNoPartsCheck(),
            new ScopeNameCheck(),
            new InterfaceCheck(elements, types),
            new KnownParamsCheck());
  }

  /** {@return whether a {@code @Module} type may be read} */
  public boolean mayReadModule(TypeElement type) {
    return passes(moduleForms, type);
  }

  /** {@return whether a {@code @PyTree} type may be read} */
  public boolean mayReadTree(TypeElement type) {
    return passes(treeForms, type);
  }

  /** Checks a definition that has been read. */
  public void check(ModuleModel module) {
    modules.forEach(check -> check.check(module, report));
  }

  /** Checks that the annotation of this name on a member is where it belongs. */
  public void checkPlacement(String annotation, Element element) {
    PlacementCheck.check(annotation, element, report);
  }

  private boolean passes(List<FormCheck> checks, TypeElement type) {
    boolean passes = true;
    for (var check : checks) {
      passes &= check.check(type, report);
    }
    return passes;
  }
}
