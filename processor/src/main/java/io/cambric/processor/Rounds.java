package io.cambric.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import io.cambric.processor.check.Checks;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.InheritedMethods;
import io.cambric.processor.read.MissingType;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.ModuleReader;
import io.cambric.processor.read.PyTreeModel;
import io.cambric.processor.read.PyTreeReader;
import io.cambric.processor.read.ReadResult;
import io.cambric.processor.read.RoundTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.write.FlattenerWriter;
import io.cambric.processor.write.ModuleWriter;
import io.cambric.processor.write.ShellWriter;
import io.cambric.processor.write.SourceFiles;
import io.cambric.processor.write.WithersWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;

/**
 * The annotation processing rounds of one compilation. Mutable: it keeps waiting and written types
 * by name, since the elements of one round are invalid in the next.
 */
final class Rounds {

  private static final List<String> MEMBER_ANNOTATIONS =
      List.of(
          Annotated.COMPACT, Annotated.SETUP, Annotated.NOWRAP, Annotated.NAMED, Annotated.STATIC);

  private final ProcessingEnvironment environment;
  private final Elements elements;
  private final ElementReport report;
  private final InheritedMethods inherited;
  private final Checks checks;
  private final PyTreeReader trees;

  /** By the name of the definition. */
  private final Map<String, ClassName> waitingModules = new LinkedHashMap<>();

  private final Set<String> waitingTrees = new LinkedHashSet<>();
  private final Map<ClassName, String> written = new LinkedHashMap<>();

  Rounds(ProcessingEnvironment environment, ElementReport report) {
    this.environment = environment;
    this.elements = environment.getElementUtils();
    this.report = report;
    this.inherited = new InheritedMethods(elements, environment.getTypeUtils());
    this.checks = new Checks(elements, environment.getTypeUtils(), inherited, report);
    this.trees = new PyTreeReader(elements, environment.getTypeUtils());
  }

  /**
   * Reads, checks and writes the elements that {@code annotated} finds by the name of an
   * annotation.
   */
  void run(Function<String, Set<? extends Element>> annotated) {
    var definitions = types(waitingModules.keySet(), annotated.apply(Annotated.MODULE));
    var records = types(waitingTrees, annotated.apply(Annotated.PY_TREE));
    waitingModules.clear();
    waitingTrees.clear();
    var roundTypes = roundTypes(definitions, records);
    definitions.removeIf(type -> !mayReadModule(type));
    records.removeIf(type -> !mayReadTree(type));
    writeModules(definitions, roundTypes);
    for (var record : records) {
      writeTree(record, record, roundTypes);
    }
    for (var annotation : MEMBER_ANNOTATIONS) {
      annotated.apply(annotation).forEach(e -> checks.checkPlacement(annotation, e));
    }
  }

  /** Writes modules, except for modules that mention a waiting one, which may never be written. */
  private void writeModules(List<TypeElement> definitions, RoundTypes roundTypes) {
    var models = new ArrayList<ReadResult.Complete<ModuleModel>>();
    var modules = modules();
    for (var definition : definitions) {
      switch (modules.read(definition, roundTypes)) {
        case ReadResult.Complete<ModuleModel> complete -> models.add(complete);
        case ReadResult.Waiting<ModuleModel> _ ->
            waitingModules.put(name(definition), module(definition));
      }
    }
    boolean waitsForOthers = true;
    while (waitsForOthers) {
      var waiting = models.stream().filter(this::waitsForOthers).toList();
      waiting.forEach(w -> waitingModules.put(name(w.model().element()), w.model().module()));
      waitsForOthers = models.removeAll(waiting);
    }
    models.forEach(complete -> write(complete.model(), roundTypes));
  }

  private ModuleReader modules() {
    return new ModuleReader(elements, environment.getTypeUtils(), inherited);
  }

  private boolean waitsForOthers(ReadResult.Complete<?> reading) {
    return reading.mentioned().stream().anyMatch(waitingModules::containsValue);
  }

  private static String name(TypeElement type) {
    return type.getQualifiedName().toString();
  }

  private ClassName module(TypeElement definition) {
    return ModuleReader.moduleName(definition, elements);
  }

  private boolean mayReadModule(TypeElement definition) {
    boolean passes = checks.mayReadModule(definition);
    var module = module(definition);
    if (!passes
        && ElementNames.isDefinition(definition.getSimpleName().toString())
        && isMissing(module)) {
      write(new ShellWriter(module, definition).module(), definition);
    }
    return passes;
  }

  private boolean mayReadTree(TypeElement record) {
    boolean passes = checks.mayReadTree(record);
    PyTreeReader.withers(record, elements)
        .filter(withers -> !passes && isMissing(withers))
        .ifPresent(withers -> write(new ShellWriter(withers, record).withers(), record));
    return passes;
  }

  private boolean isMissing(ClassName name) {
    return !written.containsKey(name) && elements.getTypeElement(name.canonicalName()) == null;
  }

  /** Reports the elements that still wait for a type. */
  void finish() {
    var modules = modules();
    for (var definition : types(waitingModules.keySet(), Set.of())) {
      if (modules.read(definition, new RoundTypes(List.of()))
          instanceof ReadResult.Waiting<ModuleModel>(var missing)) {
        reportMissing(definition, missing);
      }
    }
    for (var record : types(waitingTrees, Set.of())) {
      if (trees.read(record, new RoundTypes(List.of()))
          instanceof ReadResult.Waiting<PyTreeModel>(var missing)) {
        reportMissing(record, missing);
      }
    }
  }

  private void write(ModuleModel module, RoundTypes roundTypes) {
    var checked = checks.check(module);
    if (mayWrite(module.module(), module.element())) {
      write(new ModuleWriter(checked).write(), module.element());
    }
    module.setup().ifPresent(s -> writeTree(s.record(), module.element(), roundTypes));
  }

  private void writeTree(TypeElement record, TypeElement origin, RoundTypes roundTypes) {
    switch (trees.read(record, roundTypes)) {
      case ReadResult.Complete<PyTreeModel> complete when waitsForOthers(complete) ->
          waitingTrees.add(name(record));
      case ReadResult.Complete<PyTreeModel>(var tree, _) -> {
        if (mayWrite(tree.flattener(), record)) {
          write(new FlattenerWriter(tree).write(origin), record);
        }
        if (tree.wantsWithers() && mayWrite(tree.withers(), record)) {
          write(new WithersWriter(tree).write(), record);
        }
      }
      case ReadResult.Waiting<PyTreeModel> _ -> waitingTrees.add(name(record));
    }
  }

  /**
   * Whether a name is free: each name is used once in a compilation. The second definition of a
   * name gets a diagnostic that names the first.
   */
  private boolean mayWrite(ClassName name, TypeElement definition) {
    var qualified = name(definition);
    var owner = written.putIfAbsent(name, qualified);
    if (owner == null) {
      return true;
    }
    if (!owner.equals(qualified)) {
      report.about(
          DiagnosticCode.DUPLICATE_MODULE,
          definition,
          "%s would generate %s, which %s generates already."
              .formatted(definition.getSimpleName(), name.simpleName(), owner),
          "Rename one of them.");
    }
    return false;
  }

  private void write(JavaFile file, Element origin) {
    try {
      SourceFiles.write(file, environment.getFiler());
    } catch (FilerException e) {
      report.about(
          DiagnosticCode.DUPLICATE_MODULE,
          origin,
          "%s would generate %s, which exists already."
              .formatted(origin.getSimpleName(), file.typeSpec().name()),
          "Rename one of them.");
    } catch (IOException e) {
      var messager = environment.getMessager();
      messager.printMessage(Diagnostic.Kind.ERROR, "A file cannot be written: " + e, origin);
    }
  }

  private void reportMissing(TypeElement type, Set<MissingType> missing) {
    for (var each : missing) {
      if (isWaiting(each.text())) {
        continue;
      }
      report.about(
          DiagnosticCode.UNRESOLVED_TYPE,
          each.user(),
          "%s needs type %s, used at %s %s, but no such type was found."
              .formatted(
                  type.getSimpleName(),
                  each.text(),
                  each.user().getKind().toString().toLowerCase(Locale.ROOT).replace("record_", ""),
                  each.user().getSimpleName()),
          "If it is generated, see the errors above; otherwise check the imports and the class path.");
    }
  }

  /** Whether the missing type will be generated in a later round of annotation processing. */
  private boolean isWaiting(String type) {
    return waitingModules.values().stream()
        .anyMatch(m -> type.equals(m.simpleName()) || type.equals(m.canonicalName()));
  }

  private RoundTypes roundTypes(
      Collection<TypeElement> definitions, Collection<TypeElement> records) {
    var names = new ArrayList<ClassName>();
    definitions.stream()
        .filter(d -> ElementNames.isDefinition(d.getSimpleName().toString()))
        .forEach(d -> names.add(module(d)));
    records.forEach(r -> PyTreeReader.withers(r, elements).ifPresent(names::add));
    return new RoundTypes(names);
  }

  private List<TypeElement> types(Collection<String> waiting, Set<? extends Element> found) {
    var types = new LinkedHashSet<TypeElement>();
    for (var name : waiting) {
      var type = elements.getTypeElement(name);
      if (type != null) {
        types.add(type);
      }
    }
    found.stream()
        .filter(TypeElement.class::isInstance)
        .map(TypeElement.class::cast)
        .forEach(types::add);
    // Compilers differ in whether they name a nested type before or after the next type of its
    // file.
    return types.stream()
        .sorted(Comparator.comparing(type -> type.getNestingKind().isNested()))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
