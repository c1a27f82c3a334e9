package io.cambric.processor.check;

import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.InheritedMethods;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.SetupModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Checks that the generated methods differ from each other and from the methods of every module.
 */
final class MemberCollisionCheck implements ModuleCheck {

  private final InheritedMethods inherited;

  MemberCollisionCheck(InheritedMethods inherited) {
    this.inherited = inherited;
  }

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    var seen = new HashMap<String, Member>();
    var faulty = new HashSet<Member>();
    for (var member : module.members()) {
      if (member.follows(faulty)) {
        continue;
      }
      if (member instanceof Member.Parts(var setup) && isNamesake(setup, module)) {
        faulty.addAll(namesake(setup, member, report));
        continue;
      }
      var signature = signature(module, member);
      var other = seen.putIfAbsent(signature, member);
      if (inherited.has(signature)) {
        report(member, signature, "which every module has", report, faulty);
      } else if (inherited.verb(signature).isPresent()) {
        var option = "an option of " + inherited.verb(signature).orElseThrow();
        report(member, signature, option, report, faulty);
      } else if (other != null) {
        // The report goes to the member in the source, not to the members that follow from it.
        var culprit = other instanceof Member.Call ? other : member;
        var kept = culprit == other ? member : other;
        report(
            culprit, signature, "which also comes from " + lower(describe(kept)), report, faulty);
      }
    }
    return module.withoutMembers(faulty);
  }

  private static boolean isNamesake(SetupModel setup, ModuleModel module) {
    return setup.recordName().simpleName().equals(module.module().simpleName());
  }

  /** The mirror of the setup record is nested in the generated class. */
  private static Set<Member> namesake(SetupModel setup, Member member, ElementReport report) {
    var name = setup.recordName().simpleName();
    boolean isError =
        report.about(
            DiagnosticCode.MEMBER_COLLISION,
            setup.record(),
            "Setup record %s would generate %1$s.%1$s, a class nested in a class of the same name."
                .formatted(name),
            "Rename it.");
    return isError ? Set.of(member) : Set.of();
  }

  private static void report(
      Member member, String signature, String reason, ElementReport report, Set<Member> faulty) {
    boolean isError =
        report.about(
            DiagnosticCode.MEMBER_COLLISION,
            member.origin(),
            "%s would generate %s, %s.".formatted(describe(member), simple(signature), reason),
            "Rename it.");
    if (isError) {
      faulty.add(member);
    }
  }

  private static String describe(Member member) {
    return switch (member) {
      case Member.Factory _ -> "A constructor";
      case Member.Accessor accessor -> "Component " + accessor.component().name();
      case Member.Wither wither -> "Component " + wither.component().name();
      case Member.IntWither wither -> "Component " + wither.component().name();
      case Member.Self _ -> "Every module";
      case Member.Parts parts -> "Setup method " + parts.setup().methodName();
      case Member.Call call -> "Method " + call.method().name();
      case Member.Shorthand _ -> "Method call";
    };
  }

  private static String lower(String text) {
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  private static String signature(ModuleModel module, Member member) {
    var variables = new ArrayList<TypeVariableName>(member.typeVariables());
    variables.addAll(module.typeVariables());
    var bounds = new HashMap<String, TypeVariableName>();
    variables.forEach(v -> bounds.putIfAbsent(v.name(), v));
    var parameters =
        member.parameterTypes().stream().map(t -> Erasure.of(t, Map.copyOf(bounds)).toString());
    return member.name() + "(" + String.join(", ", parameters.toList()) + ")";
  }

  /** Signatures are compared by qualified names, and shown by simple ones. */
  private static String simple(String signature) {
    return signature.replaceAll("[\\w$]+\\.", "");
  }
}
